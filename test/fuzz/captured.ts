/** What a call makes, and the memory of the core that it makes for it. */
export function captured<T>(make: () => T): { readonly made: T; readonly memory: WebAssembly.Memory } {
  const Original = WebAssembly.Memory;
  const memories: WebAssembly.Memory[] = [];
  WebAssembly.Memory = class extends Original {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      super(descriptor);
      memories.push(this);
    }
  };
  try {
    const made = make();
    return { made, memory: memories[0] as WebAssembly.Memory };
  } finally {
    WebAssembly.Memory = Original;
  }
}
