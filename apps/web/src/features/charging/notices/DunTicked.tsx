import { feeAnnouncementDraft, feeAnnouncementTemplates } from '@hengneng/contracts';
import { useMutation } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { callApi, refusalOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useSend } from '../../../lib/useWrite.ts';
import type { CardColumn } from '../../../ui/CardTable.tsx';
import { EMPTY, inputOf } from './draft-values.ts';
import { SCREEN } from './shared.ts';

const KIND = '一次催缴';

/** Whether somebody may begin a dunning from a list of rooms. */
export const mayDun = (): boolean => can(SCREEN, 'add');

/** A box for each room that owes something. */
export const tickColumn = <R extends { readonly key: string; readonly name: string; readonly arrears: string }>(
  ticked: ReadonlySet<string>,
  onTick: (next: ReadonlySet<string>) => void,
): CardColumn<R> => ({
  key: 'tick',
  head: '勾选',
  show: (row) =>
    row.arrears === '0.00' ? (
      '—'
    ) : (
      <Checkbox
        aria-label={`勾选 ${row.name}`}
        checked={ticked.has(row.key)}
        onChange={(event) => {
          const next = new Set(ticked);
          if (event.target.checked) next.add(row.key);
          else next.delete(row.key);
          onTick(next);
        }}
      />
    ),
});

/** 催缴: a draft for the ticked households, from the template of a first dunning; it is gone on with on its own page. */
export const DunTicked = ({
  community,
  rooms,
}: {
  readonly community: string;
  readonly rooms: readonly string[];
}): ReactElement => {
  const go = useNavigate();
  const send = useSend();
  const draft = useMutation({
    mutationFn: async () => {
      const { rows, channels } = await callApi(feeAnnouncementTemplates, { kind: KIND });
      const template = rows.find(({ state }) => state === '启用');
      if (template === undefined) throw new Error('没有启用的一次催缴模板，请先在收费公告的模板中添加');
      const open = template.channels.filter((name) => channels.find((way) => way.name === name)?.reason === '');
      return send(
        feeAnnouncementDraft,
        inputOf({
          ...EMPTY,
          communityId: community,
          kind: KIND,
          templateId: template.id,
          title: template.title,
          body: template.body,
          smsSign: template.smsSign,
          // What can always be done is on paper.
          channels: open.length > 0 ? open : ['纸质'],
          rooms: [...rooms],
        }),
      );
    },
    onSuccess: ({ id, recent }) => {
      if (recent > 0) notify.warning(`其中 ${recent} 户7天内已催过，默认不再发送`);
      void go(`/chargeManage/chargeNotice?${new URLSearchParams({ draft: id }).toString()}`);
    },
    onError: (error) => notify.error(refusalOf(error)),
  });
  return (
    <Button
      disabled={community === '' || rooms.length === 0}
      title={community === '' ? '请先选择小区' : rooms.length === 0 ? '请先勾选欠费的房间' : ''}
      loading={draft.isPending}
      onClick={() => draft.mutate()}
    >
      催缴{rooms.length > 0 ? `（${rooms.length} 户）` : ''}
    </Button>
  );
};
