/** Words, keys and choices that the parts of 收费公告 share. */
import { CHECKED_KINDS, feeAnnouncementTemplates, type NoticeKind } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api.ts';
import type { Tone } from '../../../ui/StatusTag.tsx';

export const SCREEN = shortCodeOf('/chargeManage/chargeNotice');
/** First parts of the keys of queries that show announcements, and of those that show templates. */
export const NOTICES = 'charge-notices';
export const TEMPLATES = 'charge-notice-templates';

export const STATE_TONES: Readonly<Record<string, Tone>> = {
  草稿: 'neutral',
  待审核: 'warn',
  定时: 'accent',
  发送中: 'accent',
  已发送: 'good',
  已撤回: 'neutral',
};
export const SEND_TONES: Readonly<Record<string, Tone>> = {
  待发送: 'neutral',
  发送中: 'accent',
  已提交: 'accent',
  待投递: 'warn',
  送达: 'good',
  失败: 'bad',
  跳过: 'neutral',
  已撤回: 'neutral',
};

export const isChecked = (kind: NoticeKind): boolean => CHECKED_KINDS.includes(kind);

export const useTemplates = () =>
  useQuery({ queryKey: [TEMPLATES], queryFn: ({ signal }) => callApi(feeAnnouncementTemplates, {}, { signal }) });

export const percentOf = (value: number | null): string => (value === null ? '—' : `${value.toFixed(1)}%`);
/** Where a link of ours is for people outside. */
export const outside = (path: string): string => `${location.origin}${path}`;
