export { type NodeRequest, type NodeResponse, nodeListener } from "./node-listener";
export { type Reply, type RoutedPool, type RouteOptions, Routes } from "./routes";
