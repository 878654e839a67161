/** Results that `smoke` must give, to the last digit. */
export const EXPECTED = {
  explained: [
    "Did not move one decode engine to prefill: 1 prefill and 2 decode engines would become 2 and 1. 5 s of arrivals have been seen, and decode gives no engine before 60 s; that can clear in 55 s at the earliest. The busier role would go from 410% to 205% of its limit.",
    "Moved engine gpu-1 from decode to prefill: 1 prefill and 2 decode engines became 2 and 1. The prefill role needs the engine more than the decode role. The busier role is expected to go from 410% to 205% of its limit.",
  ],
  split: { prefill: 2, decode: 1 },
  bothRatio: 1,
  demand: [3.2800000000000002, 3.2800000000000002],
  replayed: { bothMet: 3, p50TtftS: 0.13947917165206075 },
  sharedErrors: true,
};
