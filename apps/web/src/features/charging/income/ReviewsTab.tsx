/** 复核: what is frozen, whether it still holds, and freezing a month. */
import { incomeReviewed, type IncomeReview, type IncomeSummary } from '@hengneng/contracts';
import { Alert, Button, Form, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Money } from '../../../ui/Money.tsx';
import { MomentPicker, type MomentPickerProps } from '../../../ui/moment/MomentPicker.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { INCOME, SCREEN, todayHere } from './shared.tsx';

interface Values {
  readonly communityIds: string[];
  readonly month: string;
  readonly reason?: string;
}
const Month = ({ value, onChange, ...rest }: Partial<MomentPickerProps>): ReactElement => (
  <MomentPicker kind="month" value={value ?? null} onChange={onChange ?? (() => undefined)} {...rest} />
);
const lastMonth = (): string => {
  const [year = 0, month = 1] = todayHere().split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
};

export const ReviewDialog = ({
  action,
  communities,
  usual,
  month,
  onDone,
  onClose,
}: {
  readonly action: 'review' | 'undo';
  readonly communities: IncomeSummary['communities'];
  readonly usual: readonly string[];
  readonly month?: string;
  readonly onDone: (month: string) => void;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const write = useWrite(incomeReviewed, {
    said: action === 'review' ? '已复核并锁定' : '已反复核',
    renews: [INCOME],
    onDone: (_, done) => {
      onClose();
      onDone(done.month);
    },
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={action === 'review' ? '复核' : '反复核'}
      confirmLoading={write.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        name="review-dialog"
        form={form}
        layout="vertical"
        initialValues={{ communityIds: [...usual], month: month ?? lastMonth() }}
        onFinish={(values) => write.mutate({ ...values, action })}
      >
        <p className="note">
          {action === 'review'
            ? '复核后该月锁定，不能再收款、红冲或减免；须各日已日结、渠道对账无待查、汇总平，且您没有经手该月的收款'
            : '反复核后该月可以再记账；其后的月份须先反复核'}
        </p>
        <Form.Item name="communityIds" label="小区" rules={[{ required: true, message: '请选择小区' }]}>
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={communities.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item name="month" label="月份" rules={[{ required: true, message: '请选择账期' }]}>
          <Month allowClear={false} />
        </Form.Item>
        {action === 'undo' ? (
          <Form.Item name="reason" label="原因" rules={[{ required: true, message: '请填写原因' }]}>
            <Input.TextArea rows={3} maxLength={200} showCount />
          </Form.Item>
        ) : null}
      </Form>
    </AppModal>
  );
};

const moved = ({ changed }: IncomeReview): boolean => changed !== null && (changed.count > 0 || changed.same === false);

/** Above the report: what of it is frozen, in red where it no longer is what was reviewed. */
export const ReviewBar = ({ reviews }: { readonly reviews: readonly IncomeReview[] }): ReactElement | null => {
  const standing = reviews.filter(({ undone }) => undone === null);
  if (standing.length === 0) return null;
  return (
    <div className="income-review" aria-label="复核状态">
      {standing.slice(0, 12).map((review) =>
        moved(review) ? (
          <Alert
            key={review.id}
            type="error"
            showIcon
            title={`${review.community} ${review.month}：复核后有变动${review.changed?.count ?? 0}笔，共${review.changed?.amount ?? '0.00'}元`}
          />
        ) : (
          <p key={review.id}>
            <Tag tone="good">已复核</Tag> {review.community} {review.month}，{review.by} {review.at}，快照{' '}
            {review.hash.slice(0, 8)}
          </p>
        ),
      )}
    </div>
  );
};

export const ReviewsTab = ({
  data,
  usual,
  onMonth,
}: {
  readonly data: IncomeSummary;
  readonly usual: readonly string[];
  /** A month was reviewed, or opened again: it is what is looked at next. */
  readonly onMonth: (month: string) => void;
}): ReactElement => {
  const [asking, setAsking] = useState<{ readonly action: 'review' | 'undo'; readonly of?: IncomeReview } | null>(null);
  const edits = can(SCREEN, 'edit');
  const columns: readonly CardColumn<IncomeReview>[] = [
    { key: 'month', head: '月份', main: true, show: ({ month, community }) => `${month} ${community}` },
    { key: 'by', head: '复核人', show: ({ by, at }) => `${by} ${at}` },
    {
      key: 'hash',
      head: '快照',
      hint: 'SHA-256 前 8 位',
      show: ({ hash }) => <code title={hash}>{hash.slice(0, 8)}</code>,
    },
    {
      key: 'state',
      head: '状态',
      show: (row) =>
        row.undone !== null ? (
          <Tag>已反复核</Tag>
        ) : moved(row) ? (
          <Tag tone="bad">{`变动${row.changed?.count ?? 0}笔`}</Tag>
        ) : (
          <Tag tone="good">已锁定</Tag>
        ),
    },
    {
      key: 'undone',
      head: '反复核',
      show: ({ undone }) => (undone === null ? '—' : `${undone.by} ${undone.at}：${undone.reason}`),
    },
    ...(edits
      ? [
          {
            key: 'acts',
            head: '操作',
            acts: true,
            show: (row: IncomeReview) =>
              row.undone === null ? (
                <Button size="small" onClick={() => setAsking({ action: 'undo', of: row })}>
                  反复核
                </Button>
              ) : null,
          },
        ]
      : []),
  ];
  const changed = data.reviewed.filter(moved);
  return (
    <>
      {edits ? (
        <p className="income-acts">
          <Button type="primary" onClick={() => setAsking({ action: 'review' })}>
            复核一个月
          </Button>
        </p>
      ) : null}
      {data.reviewed.length === 0 ? (
        <EmptyHint text="该期间没有复核记录" />
      ) : (
        <CardTable label="复核记录" columns={columns} rows={data.reviewed} rowKey={({ id }) => id} />
      )}
      {changed.map((review) => (
        <section key={review.id} aria-label={`${review.community}${review.month}的变动`}>
          <h2 className="income-inbox">
            {review.community} {review.month} 复核后的变动
          </h2>
          <DataTable
            label="变动"
            columns={[
              { key: 'day', head: '日期' },
              { key: 'kind', head: '类型' },
              { key: 'memo', head: '摘要', show: ({ memo }) => memo || '—' },
              { key: 'amount', head: '金额', unit: '元', number: true, show: ({ amount }) => <Money value={amount} /> },
            ]}
            rows={review.changed?.rows ?? []}
            rowKey={(_, at) => String(at)}
          />
        </section>
      ))}
      {asking === null ? null : (
        <ReviewDialog
          action={asking.action}
          communities={data.communities}
          usual={asking.of ? [asking.of.communityId] : usual}
          {...(asking.of ? { month: asking.of.month } : {})}
          onDone={onMonth}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
};
