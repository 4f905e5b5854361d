import {
  communityList,
  feeAuditPrice,
  feePrices,
  type FeeRow,
  feeSave,
  type InputOf,
  type PriceVersionRow,
  ROOM_USAGES,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useSession } from '../../../lib/session.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { FilesPick } from '../../energy/FilesPick.tsx';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import {
  COMMUNITY_OPTIONS,
  FEE_OPTIONS,
  FEE_SCREEN,
  FEES,
  filled,
  LAST_DAY,
  lastDayOf,
  optionsOf,
  required,
} from './shared.ts';

type Values = Record<string, unknown>;
const TONES = { 待审核: 'warn', 生效: 'good', 已退回: 'neutral' } as const;
const RENEWS = [FEES, FEE_OPTIONS] as const;

/** A new version. In force once another person agreed. */
const PriceForm = ({ fee, onClose }: { readonly fee: FeeRow; readonly onClose: () => void }): ReactElement => {
  const [form] = Form.useForm<Values>();
  const communities = useQuery({
    queryKey: [COMMUNITY_OPTIONS, 'all'],
    queryFn: ({ signal }) => callApi(communityList, {}, { signal }),
  });
  const save = useWrite(feeSave, {
    said: '价格版本已提交，另一人审核后生效',
    renews: RENEWS,
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const tiered = fee.source === '用量' || fee.source === '阶梯';
  return (
    <AppModal
      title={`${fee.name} 新价格版本`}
      width={640}
      okText="提交审核"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        name="registry-fee-prices-price-form"
        form={form}
        layout="vertical"
        initialValues={{ files: [], tiers: [] }}
        onFinish={(values) => {
          const tiers = ((values['tiers'] ?? []) as Values[]).map(filled);
          save.mutate({
            action: 'price',
            feeId: fee.id,
            ...filled(values),
            tiers,
            unitPrice: tiers[0]?.['price'] ?? values['unitPrice'] ?? '',
          } as InputOf<typeof feeSave>);
        }}
      >
        <div className="registry-two">
          <Form.Item name="from" label="起" extra="晚于上一版起日，且不在已出账期内" rules={required('请填写起日')}>
            <MomentField />
          </Form.Item>
          <Form.Item name="to" {...LAST_DAY} extra="空为长期，下一版生效时自动截止">
            <MomentField />
          </Form.Item>
          <Form.Item name="communityId" label="适用小区" extra="空为全部；专用价先于通用价">
            <Select
              allowClear
              loading={communities.isPending}
              options={(communities.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Form.Item>
          <Form.Item name="usage" label="适用用途" extra="空为全部">
            <Select allowClear options={optionsOf(ROOM_USAGES)} />
          </Form.Item>
        </div>
        <Form.Item noStyle shouldUpdate>
          {() =>
            ((form.getFieldValue('tiers') ?? []) as readonly unknown[]).length > 0 ? null : (
              <Form.Item name="unitPrice" label={`单价（元/${fee.unit}）`} rules={required('请填写单价')}>
                <Input maxLength={14} inputMode="decimal" />
              </Form.Item>
            )
          }
        </Form.Item>
        {tiered ? (
          <Form.List name="tiers">
            {(fields, { add, remove }, { errors }) => (
              <>
                {fields.map(({ key, name }) => (
                  <div key={key} className="registry-tier">
                    <Form.Item
                      name={[name, 'from']}
                      label={`第${name + 1}档起（${fee.unit}）`}
                      rules={required('请填写起点')}
                    >
                      <Input maxLength={12} inputMode="decimal" />
                    </Form.Item>
                    <Form.Item name={[name, 'to']} label="止">
                      <Input maxLength={12} inputMode="decimal" placeholder="末档不填" />
                    </Form.Item>
                    <Form.Item name={[name, 'price']} label="单价（元）" rules={required('请填写单价')}>
                      <Input maxLength={14} inputMode="decimal" />
                    </Form.Item>
                    <Button type="link" danger onClick={() => remove(name)}>
                      删除
                    </Button>
                  </div>
                ))}
                <Form.ErrorList errors={errors} />
                <Button onClick={() => add({ from: fields.length === 0 ? '0' : '', to: '', price: '' })}>
                  增加阶梯档
                </Button>
                <p className="note">阶梯按小区清零日起的年累计用量</p>
              </>
            )}
          </Form.List>
        ) : null}
        <Form.Item name="files" label="依据文件" rules={required('请上传依据文件')}>
          <FilesPick label="上传依据文件" />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const AuditForm = ({ row, onClose }: { readonly row: PriceVersionRow; readonly onClose: () => void }): ReactElement => {
  const [form] = Form.useForm<{ opinion: string }>();
  const send = useWrite(feeAuditPrice, {
    said: ({ state }) => (state === '生效' ? '价格版本已生效' : '价格版本已退回'),
    renews: RENEWS,
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const decide = (agree: boolean) =>
    send.mutate({ id: row.id, agree, opinion: String(form.getFieldValue('opinion') ?? '') });
  return (
    <AppModal
      title={`审核第${row.no}版`}
      onCancel={onClose}
      footer={
        <>
          <Button loading={send.isPending} onClick={() => decide(false)}>
            退回
          </Button>
          <Button type="primary" loading={send.isPending} onClick={() => decide(true)}>
            通过并生效
          </Button>
        </>
      }
    >
      <p>
        {row.from} 起，{row.community ?? '全部小区'}，{row.usage ?? '全部用途'}，单价 {formatDecimal(row.unitPrice)}{' '}
        元；制单人 {row.maker}
      </p>
      <p>
        {row.files.map((file) => (
          <FileLink key={file.URL} file={file} among={row.files} />
        ))}
      </p>
      <Form name="audit-form" form={form} layout="vertical" initialValues={{ opinion: '' }}>
        <Form.Item name="opinion" label="意见" extra="退回时必填">
          <Input maxLength={200} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

/** 价格版本: never edited, one after the other. */
export const Prices = ({ fee }: { readonly fee: FeeRow }): ReactElement => {
  const [doing, setDoing] = useState<PriceVersionRow | 'new' | null>(null);
  const me = useSession((state) => state.userId);
  const found = useQuery({
    queryKey: [FEES, 'prices', fee.id],
    queryFn: ({ signal }) => callApi(feePrices, { feeId: fee.id }, { signal }),
  });
  const may = can(FEE_SCREEN, 'edit');
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <SkeletonDelay />;
  return (
    <>
      {may ? (
        <div className="registry-add">
          <Button type="primary" onClick={() => setDoing('new')}>
            新价格版本
          </Button>
        </div>
      ) : null}
      {found.data.prices.length === 0 ? (
        <EmptyHint text="还没有价格，不会出账" />
      ) : (
        <DataTable
          label="价格版本"
          columns={[
            { key: 'no', head: '版本', number: true },
            { key: 'from', head: '起' },
            { key: 'to', head: '止', show: (row) => (row.to === null ? '长期' : lastDayOf(row.to)) },
            {
              key: 'scope',
              head: '适用',
              show: (row) => `${row.community ?? '全部小区'} ${row.usage ?? '全部用途'}`,
            },
            {
              key: 'unitPrice',
              head: '单价',
              unit: `元/${fee.unit}`,
              number: true,
              show: (row) => formatDecimal(row.unitPrice, 4),
            },
            {
              key: 'tiers',
              head: '阶梯',
              show: (row) =>
                row.tiers === null ? '—' : row.tiers.map(({ from, price }) => `${from}起 ${price}元`).join('；'),
            },
            {
              key: 'files',
              head: '依据文件',
              show: (row) =>
                row.files.length === 0
                  ? '—'
                  : row.files.map((file) => <FileLink key={file.URL} file={file} among={row.files} />),
            },
            { key: 'maker', head: '制单人' },
            { key: 'checker', head: '审核人', show: (row) => row.checker ?? '—' },
            {
              key: 'state',
              head: '状态',
              show: (row) => (
                <>
                  <Tag tone={TONES[row.state]}>{row.state}</Tag>
                  {row.opinion === '' ? null : <small>{row.opinion}</small>}
                </>
              ),
            },
            {
              key: 'do',
              head: '操作',
              show: (row) =>
                may && row.state === '待审核' ? (
                  row.makerId === me ? (
                    '待他人审核'
                  ) : (
                    <Button type="link" className="cell-link" onClick={() => setDoing(row)}>
                      审核
                    </Button>
                  )
                ) : (
                  '—'
                ),
            },
          ]}
          rows={found.data.prices}
          rowKey={(row) => row.id}
        />
      )}
      {doing === null ? null : doing === 'new' ? (
        <PriceForm fee={fee} onClose={() => setDoing(null)} />
      ) : (
        <AuditForm row={doing} onClose={() => setDoing(null)} />
      )}
    </>
  );
};
