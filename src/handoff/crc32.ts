/** Remainders of every byte by the polynomial of CRC-32 (IEEE 802.3), bits reversed. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb8_8320 : remainder >>> 1;
  return remainder;
});

/**
 * CRC-32 of some bytes, as gzip and PNG have it: 0 .. 2^32 - 1. It finds every error of up to 32 bits in a row.
 *
 * @param before the checksum of what comes before them, to go on from
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let remainder = ~before;
  for (const byte of bytes) remainder = (TABLE[(remainder ^ byte) & 0xff] as number) ^ (remainder >>> 8);
  return ~remainder >>> 0;
}
