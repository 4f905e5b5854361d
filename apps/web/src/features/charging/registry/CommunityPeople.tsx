import {
  type ReceiptBookRow,
  type CashierRow,
  communityCashiers,
  communitySaveBook,
  communitySaveCashier,
  type InputOf,
  type OutputOf,
  RECEIPT_KINDS,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, InputNumber, Select } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { useQuestions } from '../../../ui/confirm.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { COMMUNITIES, COMMUNITY_SCREEN, filled, todayHere } from './shared.ts';

const PEOPLE = 'charge-community-people';
type People = OutputOf<typeof communityCashiers>;

const usePeople = (communityId: string) =>
  useQuery({
    queryKey: [PEOPLE, communityId],
    queryFn: ({ signal }) => callApi(communityCashiers, { communityId }, { signal }),
  });

const Loaded = ({
  community,
  children,
}: {
  readonly community: string;
  readonly children: (people: People) => ReactNode;
}): ReactNode => {
  const people = usePeople(community);
  if (people.error) return <ErrorRetry error={people.error} onRetry={() => void people.refetch()} />;
  return people.data === undefined ? <SkeletonDelay /> : children(people.data);
};

const required = (message: string) => [{ required: true, message }];

const AddCashier = ({
  community,
  people,
  onClose,
}: {
  readonly community: string;
  readonly people: People;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ userId: string; from: string }>();
  const save = useWrite(communitySaveCashier, {
    said: '收费员已加入',
    renews: [PEOPLE, COMMUNITIES],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal title="加收费员" confirmLoading={save.isPending} onOk={() => form.submit()} onCancel={onClose}>
      <Form
        name="add-cashier"
        form={form}
        layout="vertical"
        initialValues={{ from: todayHere() }}
        onFinish={(values) => save.mutate({ action: 'add', communityId: community, ...values })}
      >
        <Form.Item name="userId" label="收费员" extra="候选为收费员角色的在职人员" rules={required('请选择收费员')}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={people.candidates.map(({ userId, name, dept }) => ({ value: userId, label: `${name} ${dept}` }))}
          />
        </Form.Item>
        <Form.Item name="from" label="加入日期" rules={required('请选择加入日期')}>
          <MomentField />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const RemoveCashier = ({
  community,
  row,
  onClose,
}: {
  readonly community: string;
  readonly row: CashierRow;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ to: string }>();
  const save = useWrite(communitySaveCashier, {
    said: '已记录退出日期',
    renews: [PEOPLE, COMMUNITIES],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal title={`移除${row.name}`} confirmLoading={save.isPending} onOk={() => form.submit()} onCancel={onClose}>
      <Form
        name="remove-cashier"
        form={form}
        layout="vertical"
        initialValues={{ to: todayHere() }}
        onFinish={({ to }) => save.mutate({ action: 'remove', communityId: community, id: row.id, to })}
      >
        <Form.Item name="to" label="退出日期" extra="该日起不再收费" rules={required('请选择退出日期')}>
          <MomentField />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

/** 收费员. */
export const Cashiers = ({ community }: { readonly community: string }): ReactElement => {
  const [doing, setDoing] = useState<CashierRow | 'add' | null>(null);
  const may = can(COMMUNITY_SCREEN, 'associatedUser');
  return (
    <Loaded community={community}>
      {(people) => (
        <>
          {may ? (
            <Button type="primary" onClick={() => setDoing('add')}>
              加收费员
            </Button>
          ) : null}
          {people.cashiers.length === 0 ? (
            <EmptyHint text="还没有收费员" />
          ) : (
            <DataTable
              label="收费员"
              columns={[
                { key: 'name', head: '姓名' },
                { key: 'roles', head: '角色' },
                { key: 'from', head: '加入日期' },
                { key: 'to', head: '退出日期', show: (row) => row.to ?? '—' },
                { key: 'shift', head: '当前班次', show: (row) => row.shift ?? '—' },
                { key: 'books', head: '票据本', show: (row) => row.books || '—' },
                {
                  key: 'do',
                  head: '操作',
                  show: (row) =>
                    may && row.to === null ? (
                      <Button type="link" className="cell-link" onClick={() => setDoing(row)}>
                        移除
                      </Button>
                    ) : (
                      '—'
                    ),
                },
              ]}
              rows={people.cashiers}
              rowKey={(row) => row.id}
            />
          )}
          {doing === null ? null : doing === 'add' ? (
            <AddCashier community={community} people={people} onClose={() => setDoing(null)} />
          ) : (
            <RemoveCashier community={community} row={doing} onClose={() => setDoing(null)} />
          )}
        </>
      )}
    </Loaded>
  );
};

const AddBook = ({
  community,
  people,
  onClose,
}: {
  readonly community: string;
  readonly people: People;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Record<string, unknown>>();
  const save = useWrite(communitySaveBook, {
    said: ({ state }) => (state === '备用' ? '票据本已领用，前一本将用完时启用' : '票据本已领用并启用'),
    renews: [PEOPLE],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const now = people.cashiers.filter(({ to }) => to === null || to > todayHere());
  return (
    <AppModal title="领票据本" confirmLoading={save.isPending} onOk={() => form.submit()} onCancel={onClose}>
      <Form
        name="add-book"
        form={form}
        layout="vertical"
        initialValues={{ kind: '收据', no: '', prefix: '' }}
        onFinish={(values) =>
          save.mutate({ action: 'add', communityId: community, ...filled(values) } as InputOf<typeof communitySaveBook>)
        }
      >
        <div className="registry-two">
          <Form.Item name="kind" label="类型">
            <Select options={RECEIPT_KINDS.map((value) => ({ value, label: value }))} />
          </Form.Item>
          <Form.Item name="no" label="本号" rules={required('请填写本号')}>
            <Input maxLength={30} />
          </Form.Item>
        </div>
        <Form.Item name="prefix" label="号码前缀" extra="印在号码前，同前缀的号段不能重叠">
          <Input maxLength={10} />
        </Form.Item>
        <div className="registry-two">
          <Form.Item name="first" label="起号" rules={required('请填写起号')}>
            <InputNumber<number> min={1} precision={0} />
          </Form.Item>
          <Form.Item name="last" label="止号" rules={required('请填写止号')}>
            <InputNumber<number> min={1} precision={0} />
          </Form.Item>
        </div>
        <Form.Item name="holderId" label="领用人" rules={required('请选择领用人')}>
          <Select options={now.map(({ userId, name }) => ({ value: userId, label: name }))} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const BOOK_TONES = { 在用: 'good', 备用: 'accent', 用完: 'neutral', 停用: 'warn' } as const;

/** 票据本. */
export const Books = ({ community }: { readonly community: string }): ReactElement => {
  const [adding, setAdding] = useState(false);
  const ask = useQuestions();
  const may = can(COMMUNITY_SCREEN, 'edit');
  const turn = useWrite(communitySaveBook, { said: ({ state }) => `票据本已${state}`, renews: [PEOPLE] });
  const act = (action: 'enable' | 'stop', row: ReceiptBookRow) =>
    ask.confirm({
      title: `${action === 'enable' ? '启用' : '停用'} ${row.no}？`,
      content: action === 'stop' ? '停用后不能再用，余下的号码作废' : '该领用人此后按这一本取号',
      onOk: () => turn.mutate({ action, communityId: community, id: row.id }),
    });
  return (
    <Loaded community={community}>
      {(people) => (
        <>
          {may ? (
            <Button type="primary" onClick={() => setAdding(true)}>
              领票据本
            </Button>
          ) : null}
          {people.books.length === 0 ? (
            <EmptyHint text="还没有票据本，收款前先领用" />
          ) : (
            <DataTable
              label="票据本"
              columns={[
                { key: 'no', head: '本号' },
                { key: 'kind', head: '类型' },
                { key: 'first', head: '起号', number: true, show: (row) => `${row.prefix}${row.first}` },
                { key: 'last', head: '止号', number: true, show: (row) => `${row.prefix}${row.last}` },
                { key: 'used', head: '已用', unit: '张', number: true },
                { key: 'left', head: '剩余', unit: '张', number: true },
                { key: 'voided', head: '作废', unit: '张', number: true },
                { key: 'holder', head: '领用人' },
                { key: 'state', head: '状态', show: (row) => <Tag tone={BOOK_TONES[row.state]}>{row.state}</Tag> },
                {
                  key: 'do',
                  head: '操作',
                  show: (row) =>
                    may && (row.state === '备用' || row.state === '在用') ? (
                      <span className="row-do">
                        {row.state === '备用' ? (
                          <Button type="link" className="cell-link" onClick={() => act('enable', row)}>
                            启用
                          </Button>
                        ) : null}
                        <Button type="link" className="cell-link" onClick={() => act('stop', row)}>
                          停用
                        </Button>
                      </span>
                    ) : (
                      '—'
                    ),
                },
              ]}
              rows={people.books}
              rowKey={(row) => row.id}
            />
          )}
          {adding ? <AddBook community={community} people={people} onClose={() => setAdding(false)} /> : null}
        </>
      )}
    </Loaded>
  );
};
