/** The result of a promise, unless it takes longer than so many seconds. @throws Error then, and what it rejects with */
export function within<T>(seconds: number, promise: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the store has not answered for ${seconds} s`)), seconds * 1000);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
