/**
 * Every call of the product, as data: its contract, who may call it, what answers it. The HTTP layer mounts them, the OpenAPI document
 * lists them, and meta-tests walk them. A call without `access` does not compile.
 */
import type { Readable } from 'node:stream';
import type { CallContract } from '@hengneng/contracts';
import type { z } from 'zod';
import type { Access } from '../auth/access.ts';
import type { Ctx } from '../context.ts';
import { invalid, refused } from './errors.ts';
import { fieldErrors } from './zod-messages.ts';

export interface CallOptions {
  readonly access: Access;
  /** Body status that means success; 0 only for saving attachments. */
  readonly okStatus?: 0 | 1;
  /** Of a public call: requests a minute that one address may send; absent: 60. */
  readonly aMinute?: number;
  /** Also while the password must be changed first (changing it, signing out). */
  readonly evenIfPasswordDue?: boolean;
  /** Field of the body that numbers the intended act (a UUID), where no `Idempotency-Key` came with it. */
  readonly numberedBy?: string;
}

/** A file as the answer. */
export interface FileAnswer {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: Readable | Buffer;
  readonly size?: number;
  readonly inline?: boolean;
}

/** One file of a multipart request; the stream must be read to its end or destroyed. */
export interface UploadedFile {
  readonly fileName: string;
  readonly stream: Readable;
  /** True once the stream ended because of the size limit. */
  truncated(): boolean;
}

interface Registered {
  readonly contract: CallContract;
  readonly options: CallOptions;
}
export type RegisteredCall = Registered &
  (
    | { readonly kind: 'data'; readonly run: (ctx: Ctx, raw: unknown) => Promise<unknown> }
    | { readonly kind: 'file'; readonly run: (ctx: Ctx, raw: unknown) => Promise<FileAnswer> }
    | {
        readonly kind: 'upload';
        /** Also called without a file: then the body is as of any other call. */
        readonly bare: boolean;
        readonly run: (ctx: Ctx, raw: unknown, file: UploadedFile | null) => Promise<unknown>;
      }
  );

export const NO_FILE = '请选择文件';

const parse = <I extends z.ZodType>(schema: I, raw: unknown): z.output<I> => {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
  return parsed.data;
};

export class CallRegistry {
  readonly #calls = new Map<string, RegisteredCall>();

  /** Registers a call that answers JSON `data`. Throws when the path is taken. */
  handle<I extends z.ZodType, O extends z.ZodType>(
    contract: CallContract<I, O>,
    options: CallOptions,
    handler: (ctx: Ctx, input: z.output<I>) => Promise<z.input<O>>,
  ): void {
    this.#add({ kind: 'data', contract, options, run: (ctx, raw) => handler(ctx, parse(contract.input, raw)) });
  }

  /** Registers a call that answers a file (an export, a download). */
  stream<I extends z.ZodType, O extends z.ZodType>(
    contract: CallContract<I, O>,
    options: CallOptions,
    handler: (ctx: Ctx, input: z.output<I>) => Promise<FileAnswer>,
  ): void {
    this.#add({ kind: 'file', contract, options, run: (ctx, raw) => handler(ctx, parse(contract.input, raw)) });
  }

  /** Registers a multipart call with one file; the fields written before the file are the input. */
  upload<I extends z.ZodType, O extends z.ZodType>(
    contract: CallContract<I, O>,
    options: CallOptions,
    handler: (ctx: Ctx, input: z.output<I>, file: UploadedFile) => Promise<z.input<O>>,
  ): void {
    this.#add({
      kind: 'upload',
      bare: false,
      contract,
      options,
      run: (ctx, raw, file) => {
        if (file === null) throw refused(NO_FILE);
        return handler(ctx, parse(contract.input, raw), file);
      },
    });
  }

  /** Registers a call that comes with a file at first and without one afterwards (an import: checked, then confirmed). */
  intake<I extends z.ZodType, O extends z.ZodType>(
    contract: CallContract<I, O>,
    options: CallOptions,
    handler: (ctx: Ctx, input: z.output<I>, file: UploadedFile | null) => Promise<z.input<O>>,
  ): void {
    this.#add({
      kind: 'upload',
      bare: true,
      contract,
      options,
      run: (ctx, raw, file) => handler(ctx, parse(contract.input, raw), file),
    });
  }

  /** All calls in the order of registration. */
  all(): readonly RegisteredCall[] {
    return [...this.#calls.values()];
  }

  /** The call at this method and path. */
  find(method: string, path: string): RegisteredCall | undefined {
    return this.#calls.get(`${method} ${path}`);
  }

  #add(call: RegisteredCall): void {
    const key = `${call.contract.method} ${call.contract.path}`;
    if (this.#calls.has(key)) throw new Error(`call registered twice: ${key}`);
    this.#calls.set(key, call);
  }
}
