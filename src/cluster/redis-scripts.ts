// The scripts of a store in Redis or Valkey. Each is one atomic step; the time is always the server's.
// KEYS are of one cluster, and so of one slot: see `keysOf` in redis-store.ts.

/** The time in microseconds. */
const NOW = `local t = redis.call("TIME")
local now = t[1] * 1000000 + t[2]
`;

/**
 * Publishes a member's state, unless it has published a later one; takes the lease if it is free. A cluster of another
 * fingerprint is left alone.
 *
 * KEYS: members, the member's header, its records, its record keys, lease, epoch, directive, fingerprint.
 * ARGV: member, fingerprint, seq, header, kept ms, lease ms or 0, epoch, version, then key and record; "" drops one.
 */
export const PUBLISH = `${NOW}
redis.call("SET", KEYS[8], ARGV[2], "NX")
redis.call("PEXPIRE", KEYS[8], ARGV[5])
local fingerprint = redis.call("GET", KEYS[8])
local found = redis.call("HGET", KEYS[2], "seq")
if fingerprint ~= ARGV[2] then return { tostring(t[1]), tostring(t[2]), found, fingerprint, false, "0", false } end
if tonumber(ARGV[3]) > tonumber(found or 0) then
  redis.call("HSET", KEYS[2], "seq", ARGV[3], "header", ARGV[4])
  for i = 9, #ARGV, 2 do
    if ARGV[i + 1] == "" then
      redis.call("HDEL", KEYS[3], ARGV[i])
      redis.call("ZREM", KEYS[4], ARGV[i])
    else
      redis.call("HSET", KEYS[3], ARGV[i], ARGV[i + 1])
      redis.call("ZADD", KEYS[4], ARGV[3], ARGV[i])
    end
  end
  for i = 2, 4 do redis.call("PEXPIRE", KEYS[i], ARGV[5]) end
  redis.call("ZADD", KEYS[1], string.format("%.0f", now), ARGV[1])
  redis.call("PEXPIRE", KEYS[1], ARGV[5])
end
local leader = redis.call("GET", KEYS[5])
local epoch = tonumber(redis.call("GET", KEYS[6]) or 0)
if not leader and ARGV[6] ~= "0" then
  redis.call("SET", KEYS[5], ARGV[1], "PX", ARGV[6])
  leader = ARGV[1]
  epoch = math.max(epoch + 1, tonumber(ARGV[7]) + 1, math.floor(now / 1000))
  redis.call("SET", KEYS[6], string.format("%.0f", epoch), "PX", ARGV[5])
end
local directive = false
local stored = redis.call("HMGET", KEYS[7], "epoch", "version")
if stored[1] then
  local e, v = tonumber(stored[1]), tonumber(stored[2])
  if e > tonumber(ARGV[7]) or (e == tonumber(ARGV[7]) and v > tonumber(ARGV[8])) then
    directive = redis.call("HGET", KEYS[7], "directive")
  end
end
return { tostring(t[1]), tostring(t[2]), found, fingerprint, leader, string.format("%.0f", epoch), directive }
`;

/** The members with the seconds since each was heard of, and the time. KEYS: members. ARGV: kept ms. */
export const MEMBERS = `${NOW}
redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", string.format("%.0f", now - ARGV[1] * 1000))
local answer = {}
local all = redis.call("ZRANGE", KEYS[1], 0, 1023, "WITHSCORES")
for i = 1, #all, 2 do
  answer[i] = all[i]
  answer[i + 1] = string.format("%.0f", now - all[i + 1])
end
return answer
`;

/**
 * Changes of a member since a publish: seq, header, then key and record; only seq where nothing has.
 *
 * KEYS: the member's header, its records, its record keys. ARGV: the publish that is known.
 */
export const COLLECT = `
local head = redis.call("HMGET", KEYS[1], "seq", "header")
if not head[1] then return {} end
if tonumber(head[1]) == tonumber(ARGV[1]) then return { head[1] } end
local answer = { head[1], head[2] }
local keys = redis.call("ZRANGEBYSCORE", KEYS[3], "(" .. ARGV[1], "+inf")
for i = 1, #keys do
  local record = redis.call("HGET", KEYS[2], keys[i])
  if record then
    answer[#answer + 1] = keys[i]
    answer[#answer + 1] = record
  end
end
return answer
`;

/**
 * Writes a directive and renews the lease, if the writer has it and nobody has led after it: else 0.
 *
 * KEYS: lease, epoch, directive. ARGV: member, epoch, version, lease ms, directive, state, kept ms.
 */
export const DIRECT = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
local epoch = tonumber(ARGV[2])
if tonumber(redis.call("GET", KEYS[2]) or 0) > epoch then return 0 end
local stored = redis.call("HMGET", KEYS[3], "epoch", "version")
if stored[1] then
  local e, v = tonumber(stored[1]), tonumber(stored[2])
  if e > epoch or (e == epoch and v >= tonumber(ARGV[3])) then return 0 end
end
redis.call("PEXPIRE", KEYS[1], ARGV[4])
redis.call("SET", KEYS[2], ARGV[2], "PX", ARGV[7])
redis.call("HSET", KEYS[3], "epoch", ARGV[2], "version", ARGV[3], "directive", ARGV[5], "state", ARGV[6])
redis.call("PEXPIRE", KEYS[3], ARGV[7])
return 1
`;

/** Gives the lease back. KEYS: lease. ARGV: member. */
export const RELEASE = `
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0
`;
