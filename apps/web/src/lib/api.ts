/** The only way to the server: headers, form encoding, the envelope, and what a lost session means. */
import type { CallContract, InputOf, OutputOf } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { encodeForm } from './form-encoding.ts';
import { sessionHeaders, sessionLost } from './session.ts';

/** What went wrong, in words for the person. `status` is the body's status, or the HTTP status where there was no body. */
export class ApiError extends Error {
  readonly status: number;
  /** Messages that belong to single fields, `path` as `chemicals[0].quantity`. */
  readonly errors: readonly FieldError[];
  /** What a refusal carries besides (a conflict: the difference). */
  readonly data: unknown;
  /** The server was not reached at all: worth another try. */
  get offline(): boolean {
    return this.status === OFFLINE;
  }

  /** Somebody else has changed meanwhile what this was about. */
  get conflict(): boolean {
    return this.status === CONFLICT;
  }

  /** Nothing came back. */
  static unreached(): ApiError {
    return new ApiError(OFFLINE, NETWORK_MESSAGE);
  }

  constructor(status: number, message: string, errors: readonly FieldError[] = [], data: unknown = null) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
    this.data = data;
  }
}

const OFFLINE = -1;
const CONFLICT = 409;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** A UUID per intent: pressing twice or sending again after a lost answer has one effect. */
  readonly idempotencyKey?: string | undefined;
  /** Who asks, where it is nobody with an account: a customer by his number. */
  readonly authorization?: string | undefined;
}

interface Envelope {
  readonly status: number;
  readonly message?: string;
  readonly data?: unknown;
  readonly errors?: readonly FieldError[];
  readonly reLogin?: boolean;
}

/** Saving attachments is the contract's one exception: 0 is its success. */
const OK_STATUS_ZERO = new Set(['/bpmapi/ServiceResource/EditServiceResource', '/bpmapi/ServiceResource/EditBatch']);

const NETWORK_MESSAGE = '无法连接服务器，请检查网络';

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'number';

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** The text to show for anything thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : '操作失败，请重试';

/** The same where there is no field to say it at: what is wrong at the first one says more than that something is. */
export const refusalOf = (error: unknown): string =>
  error instanceof ApiError ? (error.errors[0]?.message ?? error.message) : messageOf(error);

export const newIntent = (): string => crypto.randomUUID();

const readEnvelope = (path: string, http: number, body: unknown): unknown => {
  if (!isEnvelope(body)) throw new ApiError(http, http >= 500 ? '服务器出错，请稍后重试' : '服务器的回答无法识别');
  if (http === 401 || body.reLogin === true) {
    sessionLost();
    throw new ApiError(401, body.message || '登录已过期，请重新登录');
  }
  const ok = OK_STATUS_ZERO.has(path) ? 0 : 1;
  if (http >= 400 || body.status !== ok) {
    throw new ApiError(body.status, body.message || '操作失败，请重试', body.errors ?? [], body.data ?? null);
  }
  return body.data ?? null;
};

const send = async (method: 'GET' | 'POST', path: string, input: object, options: CallOptions): Promise<Response> => {
  const encoded = encodeForm(input);
  const headers: Record<string, string> = { ...sessionHeaders(), Accept: 'application/json' };
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  if (options.authorization) headers['Authorization'] = options.authorization;
  if (method === 'POST') headers['Content-Type'] = 'application/x-www-form-urlencoded; charset=UTF-8';
  const url = method === 'GET' && encoded !== '' ? `${path}?${encoded}` : path;
  try {
    return await fetch(url, {
      method,
      headers,
      body: method === 'POST' ? encoded : null,
      signal: options.signal ?? null,
      cache: 'no-store',
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw ApiError.unreached();
  }
};

const request = async (method: 'GET' | 'POST', path: string, input: object, options: CallOptions): Promise<unknown> => {
  const response = await send(method, path, input, options);
  let body: unknown = null;
  try {
    body = await response.json();
  } catch (error) {
    if (isAbort(error)) throw error;
    // The network went on the way: what the server said is not known. Anything else is no answer of ours.
    if (!(error instanceof SyntaxError)) throw ApiError.unreached();
  }
  return readEnvelope(path, response.status, body);
};

/**
 * Makes one call of the product.
 * @returns the envelope's `data`
 * @throws ApiError with the server's message; a DOMException `AbortError` when the page was left
 */
export const callApi = async <C extends CallContract>(
  contract: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<OutputOf<C>> => (await request(contract.method, contract.path, Object(input), options)) as OutputOf<C>;

/**
 * A call by its path, for the sign-in pages: they do without the contracts, whose schemas would weigh more than the page itself.
 * Everything else uses `callApi`.
 */
export const callPath = async <T>(
  method: 'GET' | 'POST',
  path: string,
  input: object,
  options: CallOptions = {},
): Promise<T> => (await request(method, path, input, options)) as T;

/** Reads a response body while saying how much of it has come. */
const readBlob = async (response: Response, onProgress?: (percent: number) => void): Promise<Blob> => {
  const total = Number(response.headers.get('Content-Length') ?? 0);
  const reader = response.body?.getReader();
  if (!reader) return response.blob();
  const parts: BlobPart[] = [];
  let got = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    got += value.byteLength;
    if (total > 0) onProgress?.(Math.min(99, Math.floor((got / total) * 100)));
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? 'application/octet-stream' });
};

const fileNameOf = (response: Response, fallback: string): string => {
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? fallback;
};

export interface FetchedFile {
  readonly blob: Blob;
  readonly name: string;
}

/** Fetches a file that only a session may see; refusals come as an envelope and are thrown like any other. */
export const fetchFile = async (
  method: 'GET' | 'POST',
  path: string,
  input: object,
  options: CallOptions & {
    readonly fallbackName?: string;
    readonly onProgress?: ((percent: number) => void) | undefined;
  } = {},
): Promise<FetchedFile> => {
  const response = await send(method, path, input, options);
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok || type.includes('application/json')) {
    const body: unknown = await response.json().catch(() => null);
    readEnvelope(path, response.status, body);
    throw new ApiError(response.status, '文件请求失败');
  }
  return {
    blob: await readBlob(response, options.onProgress),
    name: fileNameOf(response, options.fallbackName ?? '下载文件'),
  };
};

export interface UploadedFile {
  readonly URL: string;
  readonly Size: number;
  readonly Name: string;
}

export interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((percent: number) => void) | undefined;
  /** Fields that go with the file, e.g. `BusinessType`. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly path?: string | undefined;
}

/** Largest file that the server takes, in bytes; said before sending. */
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;

/** By XMLHttpRequest, because fetch cannot tell how much has gone out. */
const sendFile = (file: Blob, name: string, options: UploadOptions): Promise<unknown> =>
  new Promise((resolve, reject) => {
    if (file.size > MAX_UPLOAD_BYTES) {
      reject(new ApiError(0, '文件不能超过50MB'));
      return;
    }
    const path = options.path ?? '/bpmapi/ServiceResource/Upload';
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    options.signal?.addEventListener('abort', abort, { once: true });
    xhr.open('POST', path);
    for (const [key, value] of Object.entries(sessionHeaders())) xhr.setRequestHeader(key, value);
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(Math.floor((event.loaded / event.total) * 100));
    };
    xhr.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    xhr.onerror = () => reject(ApiError.unreached());
    xhr.onloadend = () => options.signal?.removeEventListener('abort', abort);
    xhr.onload = () => {
      try {
        const body: unknown = JSON.parse(xhr.responseText);
        resolve(readEnvelope(path, xhr.status, body));
      } catch (error) {
        reject(error instanceof ApiError ? error : new ApiError(xhr.status, '上传失败，请重试'));
      }
    };
    const body = new FormData();
    for (const [key, value] of Object.entries(options.fields ?? {})) body.append(key, value);
    // Last, so that a server that streams knows the fields before the file comes.
    body.append('file', file, name);
    xhr.send(body);
  });

/** Stores one file. */
export const uploadFile = async (file: Blob, name: string, options: UploadOptions = {}): Promise<UploadedFile> =>
  (await sendFile(file, name, options)) as UploadedFile;

/** Sends one file to a call that makes something else of it than a stored file. */
export const uploadTo = async <C extends CallContract>(
  contract: C,
  file: File,
  options: Omit<UploadOptions, 'path'> = {},
): Promise<OutputOf<C>> => (await sendFile(file, file.name, { ...options, path: contract.path })) as OutputOf<C>;
