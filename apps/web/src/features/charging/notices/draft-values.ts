/** An announcement as the form holds it, and as the calls take it. */
import type { feeAnnouncementDraft, InputOf, NoticeChannel, NoticeDetail, NoticeKind } from '@hengneng/contracts';

export interface DraftValues {
  communityId?: string;
  kind?: NoticeKind;
  templateId?: string | null;
  title: string;
  body: string;
  smsSign: string;
  channels: NoticeChannel[];
  buildings: string[];
  fees: string[];
  arrearsMin: string | null;
  overdueMin: number | null;
  suspended: '' | 'true' | 'false';
  rooms: string[];
  run: string | null;
  stopDay: string | null;
  planAt: string | null;
  again: boolean;
  skipMissing: boolean;
}

export const EMPTY: DraftValues = {
  title: '',
  body: '',
  smsSign: '',
  channels: [],
  buildings: [],
  fees: [],
  arrearsMin: null,
  overdueMin: null,
  suspended: '',
  rooms: [],
  run: null,
  stopDay: null,
  planAt: null,
  again: false,
  skipMissing: false,
};

export const valuesOf = ({ notice }: NoticeDetail): DraftValues => {
  const { audience } = notice;
  return {
    communityId: notice.communityId,
    kind: notice.kind,
    templateId: notice.templateId,
    title: notice.title,
    body: notice.body,
    smsSign: notice.smsSign,
    channels: notice.channels,
    buildings: audience.buildings,
    fees: audience.fees,
    arrearsMin: audience.arrearsMin,
    overdueMin: audience.overdueMin,
    suspended: audience.suspended === null ? '' : audience.suspended ? 'true' : 'false',
    rooms: audience.rooms,
    run: audience.run,
    stopDay: notice.stopDay,
    planAt: notice.planAt,
    again: notice.again,
    skipMissing: notice.skipMissing,
  };
};

export const audienceOf = (of: DraftValues) => ({
  buildings: of.buildings,
  fees: of.fees,
  arrearsMin: of.arrearsMin ?? '',
  overdueMin: of.overdueMin ?? '',
  suspended: of.suspended,
  rooms: of.rooms,
  run: of.run ?? '',
});

/** Moments of the product's pickers, in the words of the call: `2026-03-05 08:30`, where the company is. */
const wallOf = (moment: string): string =>
  new Date(Date.parse(moment) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

export const inputOf = (of: DraftValues): InputOf<typeof feeAnnouncementDraft> => ({
  communityId: of.communityId ?? '',
  kind: of.kind ?? '一般公告',
  templateId: of.templateId ?? '',
  title: of.title,
  body: of.body,
  smsSign: of.smsSign,
  channels: of.channels,
  audience: audienceOf(of),
  stopDay: of.kind === '停供通知' ? (of.stopDay ?? '') : '',
  planAt: of.planAt === null ? '' : wallOf(of.planAt),
  again: of.again,
  skipMissing: of.skipMissing,
});

/** On which of the three steps a field is. */
export const stepOf = (path: string): number => (['planAt', 'again', 'skipMissing'].includes(path) ? 2 : 0);
