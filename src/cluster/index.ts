// narwhal-slo/cluster: many routers, one fleet.

export type { KeyedRecord } from "./bucket-records";
export { ClusterError, type ClusterReason } from "./cluster-error";
export type { ClusterOptions } from "./cluster-options";
export type { ClusterState, MemberCounts } from "./cluster-state";
export type { FleetView, Residents } from "./directive";
export { joinCluster } from "./join";
export type { ClusterMember, MemberPass } from "./member";
export { type MemoryStore, memoryStore } from "./memory-store";
export type { CallingClient, CommandArgument, RedisClient, SendCommand, SendingClient } from "./redis-client";
export { redisStore } from "./redis-store";
export type { Collected, Direction, Publication, PublishReply, Store, StoreOfClusters } from "./store";
export { type NodeCluster, type NodeWorker, serveWorkers, type WorkerProcess, workerStore } from "./worker-store";
