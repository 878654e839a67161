import { type Job, runJob } from "./run";

process.on("message", (job: Job) => process.send?.(runJob(job)));
