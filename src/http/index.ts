export { nodeListener } from "./node-listener";
export { type Reply, type RoutedPool, type RouteOptions, Routes } from "./routes";
