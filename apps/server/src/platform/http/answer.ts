/** The envelope, and how whatever was thrown becomes one. */
import { ERROR_STATUS, type FieldError } from '@hengneng/core';
import { codeOf } from '../error-code.ts';
import { AppError } from './errors.ts';

export interface Envelope {
  readonly status: number;
  readonly message: string;
  readonly data: unknown;
  readonly errors?: readonly FieldError[];
  readonly reLogin?: true;
}

export const success = (data: unknown, status = 1): Envelope => ({ status, message: '', data: data ?? null });

/** PostgreSQL's complaints that mean "what was sent does not fit"; a safety net behind validation, logged as such. */
const MISFIT = new Set(['22001', '22003', '22007', '22008', '22021', '22P02', '22P05', '23514', '22023']);

/** Codes after which the same transaction may be tried again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error) ?? '');

const known = (error: unknown): AppError | undefined => {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (code === undefined) return undefined;
  if (MISFIT.has(code)) return new AppError('invalid', '填写的内容超出允许范围，请检查');
  if (code === '23505') return new AppError('conflict', '已存在相同的记录，请刷新后再试');
  if (code === '23503') return new AppError('invalid', '引用的记录不存在或正在被使用');
  if (code === '55P03' || code === '40P01' || code === '40001')
    return new AppError('conflict', '该记录正被他人处理，请稍后再试');
  if (code === '57014')
    return new AppError('invalid', '查询时间过长，已停止。请缩小日期、项目等筛选范围后再试，仍不行请联系管理员');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('invalid', '提交的内容过大');
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('invalid', '文件不能超过50MB');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('invalid', '不支持的请求格式');
  if (code.startsWith('FST_ERR_CTP') || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return new AppError('invalid', '请求内容无法解析');
  return undefined;
};

/** What to answer for an error, and whether it is a fault of ours (then it is to be logged). */
export const failure = (error: unknown, requestId: string): { http: number; body: Envelope; fault: boolean } => {
  const app = known(error);
  if (app === undefined) {
    return {
      http: 500,
      body: { status: ERROR_STATUS.internal, message: `系统出错，请联系管理员（请求编号 ${requestId}）`, data: null },
      fault: true,
    };
  }
  const unauthorized = app.code === 'unauthorized';
  return {
    http: unauthorized ? 401 : app.code === 'internal' ? 500 : 200,
    body: {
      status: ERROR_STATUS[app.code],
      message: app.code === 'internal' ? `${app.message}（请求编号 ${requestId}）` : app.message,
      data: app.data ?? null,
      ...(app.errors.length > 0 ? { errors: app.errors } : {}),
      ...(unauthorized ? { reLogin: true as const } : {}),
    },
    // What a request is like before any call has seen it is no fault of ours.
    fault: app.code === 'internal' || (app !== error && codeOf(error)?.startsWith('FST_') !== true),
  };
};
