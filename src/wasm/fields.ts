/** The f64 of a region, or of a row of it, at a byte offset (assembly/fields.ts). */
export function fieldAt(view: Float64Array, offset: number, rowAt = 0): number {
  return view[(rowAt + offset) / 8] as number;
}

export function putField(view: Float64Array, offset: number, value: number, rowAt = 0): void {
  view[(rowAt + offset) / 8] = value;
}
