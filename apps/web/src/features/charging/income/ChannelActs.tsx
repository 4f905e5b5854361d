/** What is done by hand in 渠道对账: looking at a day line by line, taking back. */
import {
  type ChannelDay,
  incomeMatch,
  incomeMatchLines,
  type MatchLine,
  incomeWithdraw,
  type StatementFile,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { AppModal } from '../../../ui/AppModal.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { amounts, type Asked, INCOME, SCREEN } from './shared.tsx';

export const STATE_TONES = { 平: 'good', 待查: 'bad', 已处理: 'neutral' } as const;

export type Span = Pick<Asked, 'communityIds' | 'from' | 'to'>;
export const spanOf = ({ communityIds, from, to }: Span) => ({ communityIds: [...communityIds], from, to });

/** Why something is taken back, before it is. */
const ReasonDialog = ({
  title,
  about,
  busy,
  field,
  form,
  onGive,
  onClose,
}: {
  readonly title: string;
  readonly about: string;
  readonly busy: boolean;
  readonly field: 'note' | 'reason';
  readonly form: ReturnType<typeof Form.useForm<Record<string, string>>>[0];
  readonly onGive: (reason: string) => void;
  readonly onClose: () => void;
}): ReactElement => (
  <AppModal title={title} confirmLoading={busy} onOk={() => form.submit()} onCancel={onClose}>
    <p className="note">{about}</p>
    <Form
      name="income-channel-acts-reason-dialog"
      form={form}
      layout="vertical"
      onFinish={(values) => onGive(values[field] ?? '')}
    >
      <Form.Item name={field} label="原因" rules={[{ required: true, message: '请填写原因' }]}>
        <Input maxLength={200} autoFocus />
      </Form.Item>
    </Form>
  </AppModal>
);

const UndoDialog = ({
  asked,
  line,
  onClose,
}: {
  readonly asked: Span;
  readonly line: MatchLine;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Record<string, string>>();
  const undo = useWrite(incomeMatch, {
    said: '已撤销，回到待查',
    renews: [INCOME],
    onDone: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <ReasonDialog
      title={`撤销 ${line.refNo || '无流水号'}（${formatMoney(line.amount)} 元）`}
      about={
        line.note.startsWith('收作缴费')
          ? '收作缴费的收据随之红冲，须由另一人办理；该笔回到待查'
          : '匹配在一起的各笔都回到待查；撤销的匹配不会再被自动匹配'
      }
      busy={undo.isPending}
      field="note"
      form={form}
      onGive={(note) => undo.mutate({ ...spanOf(asked), action: 'undo', side: line.side, id: line.id, note })}
      onClose={onClose}
    />
  );
};

export const WithdrawDialog = ({
  file,
  onClose,
}: {
  readonly file: StatementFile;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Record<string, string>>();
  const withdraw = useWrite(incomeWithdraw, {
    said: ({ removed }) => `已撤回，移除${removed}行`,
    renews: [INCOME],
    onDone: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <ReasonDialog
      title={`撤回 ${file.fileName}`}
      about={`该文件新增的${file.added}行连同匹配与处理说明一并移除，之后可重新导入`}
      busy={withdraw.isPending}
      field="reason"
      form={form}
      onGive={(reason) => withdraw.mutate({ id: file.id, reason })}
      onClose={onClose}
    />
  );
};

/** A day of a channel line by line. */
export const DayDrawer = ({
  asked,
  of,
  onClose,
}: {
  readonly asked: Span;
  readonly of: ChannelDay;
  readonly onClose: () => void;
}): ReactElement => {
  const [undoing, setUndoing] = useState<MatchLine | null>(null);
  const ask = { communityId: of.communityId, day: of.day, channel: of.channel };
  const found = useQuery({
    queryKey: [INCOME, 'channel-lines', ask],
    queryFn: ({ signal }) => callApi(incomeMatchLines, ask, { signal }),
  });
  const columns: readonly CardColumn<MatchLine>[] = [
    { key: 'refNo', head: '流水号', main: true, show: ({ refNo }) => refNo || '无' },
    { key: 'side', head: '来自', show: ({ side }) => side },
    amounts('amount', '金额', ({ amount }) => amount),
    amounts('fee', '手续费', ({ fee, side }) => (side === '系统' ? null : fee)),
    { key: 'who', head: '付款人', show: ({ who }) => who || '—' },
    { key: 'state', head: '状态', show: ({ state }) => <Tag tone={STATE_TONES[state]}>{state}</Tag> },
    { key: 'other', head: '对应', show: ({ other }) => other || '—' },
    { key: 'note', head: '处理说明', show: ({ note, by }) => (note === '' ? '—' : `${note}（${by}）`) },
    ...(can(SCREEN, 'edit')
      ? [
          {
            key: 'acts',
            head: '操作',
            acts: true,
            show: (row: MatchLine) =>
              row.state === '待查' || (row.side === '系统' && row.other !== '') ? (
                '—'
              ) : (
                <Button size="small" onClick={() => setUndoing(row)}>
                  撤销
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <AppDrawer title={`${of.community} ${of.day} ${of.channel}`} width={1000} onClose={onClose}>
      <ListStates list={found} lines={6} empty="没有渠道账单，也没有收款">
        {(data) => (
          <>
            <CardTable label="逐笔" columns={columns} rows={data.rows} rowKey={({ side, id }) => `${side}${id}`} />
            {data.left > 0 ? <p className="note">另有 {data.left} 笔未列出</p> : null}
          </>
        )}
      </ListStates>
      {undoing === null ? null : <UndoDialog asked={asked} line={undoing} onClose={() => setUndoing(null)} />}
    </AppDrawer>
  );
};
