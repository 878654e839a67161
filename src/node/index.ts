export { type FileSink, type FileSinkOptions, fileSink } from "./file-sink";
export { type LogLimits, logLines } from "./log-lines";
export { logParts } from "./log-parts";
export { saveSnapshot } from "./save-snapshot";
