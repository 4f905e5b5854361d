import { Socket } from 'node:net';

/**
 * A connection to the database that sends in one piece what was written in one go. A statement is four messages, and several travel together;
 * handing them to the system as a list takes nearly twice as long as joining them first.
 */
export class JoinedSocket extends Socket {
  override _writev(chunks: readonly { readonly chunk: Buffer }[], callback: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, callback);
  }
}
