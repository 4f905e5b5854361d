import { type BillPreview, chargeBillGenerate } from '@hengneng/contracts';
import { Button, Form, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { communityOptions } from '../CommunityFilter.tsx';
import { callApi, messageOf } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { canOpen } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { RoomsField } from '../registry/RoomPick.tsx';
import { ROOM_SCREEN } from '../registry/shared.ts';
import { DIFF_COLUMNS, EXCEPTION_COLUMNS } from './columns.tsx';
import { BILLS, percent, RUNS, thisMonth, useCommunities, useFees, useRunNews } from './shared.ts';

interface Values {
  readonly communityId: string;
  readonly feeIds: string[];
  readonly period: string;
  readonly rooms?: string[];
}

const rateOf = (now: string, last: string): number | null =>
  Number(last) === 0 ? null : Math.round(((Number(now) - Number(last)) / Number(last)) * 1000) / 10;

const Seen = ({ of }: { readonly of: BillPreview }): ReactElement => (
  <>
    <dl className="bill-figures">
      <div>
        <dt>房间</dt>
        <dd>{of.rooms} 户</dd>
      </div>
      <div>
        <dt>账单</dt>
        <dd>{of.lines} 行</dd>
      </div>
      <div>
        <dt>本期</dt>
        <dd>{formatMoney(of.amount)} 元</dd>
      </div>
      <div>
        <dt>上期</dt>
        <dd>
          {formatMoney(of.lastAmount)} 元（{percent(rateOf(of.amount, of.lastAmount))}）
        </dd>
      </div>
      <div>
        <dt>去年同期</dt>
        <dd>
          {formatMoney(of.yearAgoAmount)} 元（{percent(rateOf(of.amount, of.yearAgoAmount))}）
        </dd>
      </div>
    </dl>
    <p className="note">
      新增 {of.counts.added} 项，本期未出 {of.counts.missing} 项，变动超 20% 的 {of.counts.changed} 项，金额为零的{' '}
      {of.counts.zero} 项{of.skipped.map(({ reason, count }) => `；${reason}${count > 0 ? ` ${count}` : ''}`).join('')}
    </p>
    {of.exceptions.length === 0 ? null : (
      <>
        <h3>异常 {of.exceptions.length} 条</h3>
        <DataTable
          label="异常"
          columns={EXCEPTION_COLUMNS}
          rows={of.exceptions}
          rowKey={(row, at) => `${row.key}${at}`}
        />
      </>
    )}
    {of.diffRows.length === 0 ? null : (
      <>
        <h3>差异预览（差额最大的 {of.diffRows.length} 行）</h3>
        <DataTable
          label="差异预览"
          columns={DIFF_COLUMNS}
          rows={of.diffRows}
          rowKey={(row, at) => `${row.roomId}${row.fee}${at}`}
        />
      </>
    )}
  </>
);

/** 出账: looked at first, then made; what was seen is what is made. */
export const GenerateDrawer = ({
  community,
  onClose,
}: {
  readonly community: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const chosen = Form.useWatch('communityId', form) ?? community;
  const communities = useCommunities();
  const fees = useFees(chosen);
  const mayFind = canOpen(ROOM_SCREEN);
  const [seen, setSeen] = useState<BillPreview | null>(null);
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState('');
  const inputOf = (values: Values, mode: 'preview' | 'run') => ({
    communityIds: [values.communityId],
    feeIds: values.feeIds,
    period: values.period,
    roomIds: values.rooms ?? [],
    mode,
    previewHash: mode === 'run' ? (seen?.previewHash ?? '') : '',
  });
  const run = useWrite(chargeBillGenerate, {
    said: ({ progress: of, batchNo, lines }) =>
      of.state === '生成中'
        ? `批次 ${batchNo} 正在后台生成，可以离开本页`
        : `批次 ${batchNo} 已生成 ${lines} 行，等待审核`,
    renews: [BILLS, RUNS],
    onRenewed: onClose,
    onError: (error) => {
      // What was seen no longer holds: it has to be looked at again.
      setSeen(null);
      notify.error(messageOf(error));
    },
  });
  useRunNews((data) => {
    const of = data as { done?: number; parts?: number } | null;
    if (of?.parts !== undefined) setProgress(`已生成 ${of.done ?? 0}/${of.parts} 栋`);
  });
  const preview = async (values: Values) => {
    setBusy(true);
    try {
      setSeen(await callApi(chargeBillGenerate, inputOf(values, 'preview')));
    } catch (error) {
      setSeen(null);
      showErrors(form, error);
    } finally {
      setBusy(false);
    }
  };
  const must = seen?.exceptions.filter(({ level }) => level === '必须处理').length ?? 0;
  return (
    <AppDrawer width={860} title="出账" onClose={onClose}>
      <Form<Values>
        name="generate-drawer"
        form={form}
        layout="vertical"
        initialValues={{ communityId: community || undefined, feeIds: [], period: thisMonth() }}
        onValuesChange={() => setSeen(null)}
        onFinish={(values) => void preview(values)}
      >
        <Form.Item name="communityId" label="小区" rules={[{ required: true, message: '请选择小区' }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            loading={communities.isPending}
            options={communityOptions(communities.data)}
            onChange={() => form.setFieldValue('rooms', [])}
          />
        </Form.Item>
        <Form.Item name="feeIds" label="收费项目" rules={[{ required: true, message: '请选择收费项目' }]}>
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            loading={fees.isPending}
            options={(fees.data ?? [])
              .filter(({ kind }) => kind !== '临时' && kind !== '押金')
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item name="period" label="账期" rules={[{ required: true, message: '请选择账期' }]}>
          <MomentField kind="month" />
        </Form.Item>
        {mayFind ? (
          <RoomsField all="空为全小区；提前出账（如先开发票）或补出时指定，最多 50 户，其余房间到期照常出账" />
        ) : null}
        <p className="row-do">
          <Button htmlType="submit" loading={busy}>
            出账预览
          </Button>
          <Button
            type="primary"
            disabled={seen === null || must > 0 || seen.lines === 0}
            title={
              seen === null
                ? '请先预览'
                : must > 0
                  ? `有${must}条必须处理的异常`
                  : seen.lines === 0
                    ? '没有可生成的账单'
                    : ''
            }
            loading={run.isPending}
            onClick={() => run.mutate(inputOf(form.getFieldsValue(), 'run'))}
          >
            生成批次
          </Button>
          {run.isPending ? <span role="status">{progress || '正在生成…'}</span> : null}
        </p>
      </Form>
      {seen === null ? (
        <p className="note">预览不写入任何数据；生成时数据若有变化会要求重新预览</p>
      ) : (
        <Seen of={seen} />
      )}
    </AppDrawer>
  );
};
