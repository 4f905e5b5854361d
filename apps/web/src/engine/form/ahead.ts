/**
 * What a form asks the server for when it is opened. At the start of the product the question goes out before the first page is drawn, so that
 * the answer is there when the form is.
 */
import { type FormInfo, formCalls, type InitInfo } from '@hengneng/contracts';
import { isModuleId, moduleOf } from '@hengneng/core';
import { FORM_LOADERS } from '@hengneng/forms/load';
import { callApi } from '../../lib/api.ts';
import { namesOwn } from './beside.ts';

export interface Ask {
  readonly businessId: string | null;
  readonly copyFrom: string | null;
  readonly project: string | null;
  /** Which of several to-dos of the record is meant. */
  readonly taskId: string | null;
  /** Only to be read: shown beside another form, or opened as such. */
  readonly alternate: boolean;
}

export const askOf = (params: URLSearchParams): Ask => {
  const alternate = namesOwn(params) ? null : params.get('O_BusinessId');
  const task = params.get('NodeRecordId') ?? '';
  return {
    businessId: alternate ?? params.get('BusinessId'),
    copyFrom: params.get('CopyFrom'),
    project: params.get('ProjectCode'),
    taskId: alternate === null && /^\d+$/.test(task) ? task : null,
    alternate: alternate !== null,
  };
};

export type Answer = { readonly stored: FormInfo } | { readonly fresh: InitInfo };

const request = async (moduleId: string, ask: Ask, signal?: AbortSignal): Promise<Answer> => {
  if (!isModuleId(moduleId)) throw new RangeError(`No module ${moduleId}`);
  const { api, title } = moduleOf(moduleId);
  const calls = formCalls(api, title);
  if (ask.businessId !== null)
    return {
      stored: await callApi(
        calls.getInfo,
        { BusinessId: ask.businessId, ...(ask.taskId === null ? {} : { NodeRecordId: ask.taskId }) },
        { signal },
      ),
    };
  const input = {
    ...(ask.copyFrom ? { CopyFrom: ask.copyFrom } : {}),
    ...(ask.project ? { ProjectCode: ask.project } : {}),
  };
  return { fresh: await callApi(calls.getInitInfo, input, { signal }) };
};

/** An answer asked for ahead is good for the page that opens now, not for one much later. */
const GOOD_FOR_MS = 10_000;
let ahead: { readonly key: string; readonly at: number; readonly answer: Promise<Answer> } | null = null;

const keyOf = (moduleId: string, ask: Ask): string => JSON.stringify([moduleId, ask]);

/** Sends for the record and the definition of a form that is about to be shown. */
export const askAhead = (moduleId: string, params: URLSearchParams): void => {
  const ask = askOf(params);
  const answer = request(moduleId, ask);
  // Whoever takes the answer hears of the failure; without a taker nobody misses it.
  answer.catch(() => undefined);
  ahead = { key: keyOf(moduleId, ask), at: performance.now(), answer };
  FORM_LOADERS[moduleId]?.().catch(() => undefined);
};

/** The server's word on a record, or on a new one: what was asked for ahead, once, or asked for now. */
export const answerTo = (moduleId: string, ask: Ask, signal: AbortSignal): Promise<Answer> => {
  const known = ahead;
  ahead = null;
  return known?.key === keyOf(moduleId, ask) && performance.now() - known.at < GOOD_FOR_MS
    ? known.answer
    : request(moduleId, ask, signal);
};
