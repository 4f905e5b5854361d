import { incomeImport, type IncomeSummary, STATEMENT_CHANNELS, type StatementChannel } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Select } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { messageOf, uploadTo } from '../../../lib/api.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { INCOME } from './shared.tsx';

/** A statement as it was downloaded; one that has wrong rows is shown and not kept. */
export const StatementImport = ({
  communities,
  usual,
  onClose,
}: {
  readonly communities: IncomeSummary['communities'];
  readonly usual: string | undefined;
  readonly onClose: () => void;
}): ReactElement => {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [communityId, setCommunity] = useState(usual);
  const [channel, setChannel] = useState<StatementChannel>('微信');
  const bring = useMutation({
    mutationFn: (file: File) => uploadTo(incomeImport, file, { fields: { communityId: communityId ?? '', channel } }),
    onSuccess: async ({ errors }) => {
      if (errors.length === 0) await client.invalidateQueries({ queryKey: [INCOME] });
    },
  });
  const { data } = bring;
  return (
    // Two choices, which go without a question: the file is brought in as it is chosen.
    <AppModal title="导入渠道账单" footer={null} holdsInput={false} onCancel={onClose}>
      <Form name="statement-import" layout="vertical">
        <Form.Item
          label="小区"
          required
          extra="几个小区共用一个商户或账户时任选其一：收了款的行归入收款的小区，其余归入所选小区"
        >
          <Select<string>
            aria-label="小区"
            placeholder="请选择小区"
            {...(communityId === undefined ? {} : { value: communityId })}
            options={communities.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setCommunity}
          />
        </Form.Item>
        <Form.Item
          label="渠道"
          required
          extra="微信、支付宝商户平台或网银下载的 xlsx、csv 原文件；按流水号与金额一对一匹配，同号的行不重复导入"
        >
          <Select<StatementChannel>
            aria-label="渠道"
            value={channel}
            options={STATEMENT_CHANNELS.map((one) => ({ value: one, label: one }))}
            onChange={setChannel}
          />
        </Form.Item>
      </Form>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.xlsx,.txt"
        aria-label="账单文件"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) bring.mutate(file);
        }}
      />
      <Button
        type="primary"
        disabled={communityId === undefined}
        loading={bring.isPending}
        onClick={() => input.current?.click()}
      >
        选择文件
      </Button>
      {bring.error ? (
        <Alert type="error" showIcon role="alert" title={messageOf(bring.error)} className="income-told" />
      ) : data === undefined ? null : data.errors.length > 0 ? (
        <>
          <Alert
            type="error"
            showIcon
            title={`有${data.errors.length}行不正确，整个文件没有导入`}
            className="income-told"
          />
          <DataTable
            label="问题行"
            columns={[
              { key: 'row', head: '行号', number: true },
              { key: 'message', head: '问题' },
            ]}
            rows={data.errors}
            rowKey={({ row }) => String(row)}
          />
        </>
      ) : (
        <Alert
          type="success"
          showIcon
          className="income-told"
          title={`新增${data.added}行，已有${data.known}行，匹配${data.matched}笔`}
          description={
            data.elsewhere.length === 0
              ? undefined
              : `其中归入其他小区：${data.elsewhere.map(({ community, lines }) => `${community}${lines}行`).join('、')}`
          }
        />
      )}
    </AppModal>
  );
};
