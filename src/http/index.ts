export type { AnsweredRequest } from "./answer";
export type {
  BodyBytes,
  EngineResponse,
  FetchResponse,
  IncomingResponse,
  ResponseHeaders,
  UndiciResponse,
} from "./engine-response";
export { type InstrumentOptions, instrument } from "./instrument";
export { type NodeRequest, type NodeResponse, nodeListener } from "./node-listener";
export { type Reply, type RoutedPool, type RouteOptions, Routes } from "./routes";
