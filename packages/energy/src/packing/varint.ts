/** Whole numbers of any size in as few bytes as they need: seven bits a byte, the least first; the sign in the lowest bit (zigzag). */

export class ByteWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  /** @param value 0 or more */
  unsigned(value: bigint): void {
    let rest = value;
    // Small numbers, nearly all of them, without bigint arithmetic.
    while (rest > 0xffff_ffffn) {
      this.#put(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    let small = Number(rest);
    while (small > 0x7f) {
      this.#put((small & 0x7f) | 0x80);
      small = Math.floor(small / 128);
    }
    this.#put(small);
  }

  signed(value: bigint): void {
    this.unsigned(value < 0n ? -value * 2n - 1n : value * 2n);
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #put(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** @throws RangeError where the bytes end in the middle of a number */
  unsigned(): bigint {
    let value = 0n;
    let shift = 0n;
    // Up to 28 bits without bigint arithmetic.
    let small = 0;
    for (let place = 0; ; place += 1) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new RangeError('packed readings end in the middle of a number');
      this.#at += 1;
      if (place < 4) small += (byte & 0x7f) * 128 ** place;
      else {
        if (place === 4) {
          value = BigInt(small);
          shift = 28n;
        }
        value |= BigInt(byte & 0x7f) << shift;
        shift += 7n;
      }
      if (byte < 0x80) return place < 4 ? BigInt(small) : value;
    }
  }

  signed(): bigint {
    const value = this.unsigned();
    return (value & 1n) === 1n ? -((value + 1n) / 2n) : value / 2n;
  }
}
