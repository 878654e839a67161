export type { AnsweredRequest } from "./answer";
export type { EngineResponse, FetchResponse, IncomingResponse, UndiciResponse } from "./engine-response";
export { type InstrumentOptions, instrument } from "./instrument";
export { type NodeRequest, type NodeResponse, nodeListener } from "./node-listener";
export { type Reply, type RoutedPool, type RouteOptions, Routes } from "./routes";
