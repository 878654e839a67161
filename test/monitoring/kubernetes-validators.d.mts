/** One error of a validator. */
interface Invalid {
  readonly instancePath: string;
  readonly keyword: string;
}

interface Validator {
  (document: unknown): boolean;
  readonly errors: readonly Invalid[] | null;
}

export const validateScaledObject: Validator;
export const validateHorizontalPodAutoscaler: Validator;
