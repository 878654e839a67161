import { BaseSequencer, type TestSpecification } from "vitest/node";

const SLOW = /(vectors|properties|property|model|cases|schema)\.test\.ts$/;

/** Runs what takes long last: the first failure ends a run. */
export class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => Number(SLOW.test(a.moduleId)) - Number(SLOW.test(b.moduleId)));
  }
}
