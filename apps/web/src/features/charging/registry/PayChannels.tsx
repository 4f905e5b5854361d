/** 支付渠道: the merchant by which a community takes payment codes, tried with one fen before it is in force. */
import {
  communityPayChannels,
  communitySavePayChannel,
  type InputOf,
  PAY_CHANNELS,
  type PayChannelRow,
} from '@hengneng/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { can } from '../../../lib/permission.ts';
import { useNumberedWrite, useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { useQuestions } from '../../../ui/confirm.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { PayDialog, useAsking } from '../PayCode.tsx';
import { COMMUNITY_SCREEN, optionsOf, required } from './shared.ts';

const CHANNELS = 'charge-community-channels';
const OPEN = new Set(['待发送', '支付中', '已付款']);
const TONES = { 启用: 'good', 待测试: 'warn', 停用: 'neutral' } as const;

const isOpen = ({ test }: PayChannelRow): boolean => test !== null && OPEN.has(test.state);
const testText = ({ test }: PayChannelRow): string =>
  test === null ? '—' : `${test.state}${test.reason === '' ? '' : `：${test.reason}`}`;

const EnterChannel = ({
  community,
  onClose,
}: {
  readonly community: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Omit<Extract<InputOf<typeof communitySavePayChannel>, { action: 'save' }>, 'action'>>();
  const save = useWrite(communitySavePayChannel, {
    said: '商户已保存，测试收款成功后启用',
    renews: [CHANNELS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal title="配支付渠道" confirmLoading={save.isPending} onOk={() => form.submit()} onCancel={onClose}>
      <Form
        name="pay-channel"
        form={form}
        layout="vertical"
        autoComplete="off"
        onFinish={(values) => save.mutate({ action: 'save', ...values, communityId: community })}
      >
        <Form.Item name="channel" label="渠道" rules={required('请选择渠道')}>
          <Select options={optionsOf(PAY_CHANNELS)} />
        </Form.Item>
        <Form.Item name="merchant" label="商户号" rules={required('请填写商户号')}>
          <Input maxLength={32} />
        </Form.Item>
        <Form.Item
          name="key"
          label="密钥"
          extra="加密保存，保存后只显示末四位；更换密钥须重新测试，测试成功前仍按原商户收款"
          rules={required('请填写密钥')}
        >
          <Input.Password maxLength={256} autoComplete="new-password" />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const TryChannel = ({
  community,
  begun,
  simulated,
  onClose,
}: {
  readonly community: string;
  readonly begun: PayChannelRow;
  readonly simulated: boolean;
  readonly onClose: () => void;
}): ReactElement => {
  const [row, setRow] = useState(begun);
  const [failure, setFailure] = useState('');
  const client = useQueryClient();
  const onAnswer = (answer: PayChannelRow) => {
    setFailure('');
    setRow(answer);
    if (!isOpen(answer)) void client.invalidateQueries({ queryKey: [CHANNELS] });
  };
  const start = useNumberedWrite(communitySavePayChannel, {
    onDone: onAnswer,
    onError: (error) => setFailure(messageOf(error)),
  });
  const open = isOpen(row);
  const of = { communityId: community, id: row.id };
  const { asking, askNow } = useAsking(
    open,
    async () => onAnswer(await callApi(communitySavePayChannel, { action: 'query', ...of })),
    setFailure,
  );
  const send = (authCode: string) => {
    setFailure('');
    start.mutate({ action: 'test', ...of, authCode });
  };
  return (
    <PayDialog
      title={`${row.channel}测试收款 0.01 元`}
      onClose={onClose}
      failure={failure}
      done={row.state === '启用' ? `0.01 元已收到并退回，商户 ${row.merchant} 已启用` : null}
      waiting={
        open
          ? {
              words: row.test?.state === '已付款' ? '已收到 0.01 元，正在退回…' : `等待${row.channel}支付结果…`,
              reason: row.test?.reason ?? '',
              note: '关闭本窗口不影响：结果会自动查询，收到即退回，退回后启用。',
              asking,
              onAsk: askNow,
            }
          : null
      }
      entry={{
        placeholder: `请扫您自己的${row.channel}付款码，收 0.01 元后立即退回`,
        simulated,
        action: '测试收款',
        busy: start.isPending,
        last: row.test === null ? '' : `上次测试${testText(row)}`,
        onSend: send,
      }}
    />
  );
};

export const PayChannels = ({ community }: { readonly community: string }): ReactElement => {
  const [doing, setDoing] = useState<PayChannelRow | 'enter' | null>(null);
  const ask = useQuestions();
  const may = can(COMMUNITY_SCREEN, 'edit');
  const channels = useQuery({
    queryKey: [CHANNELS, community],
    queryFn: ({ signal }) => callApi(communityPayChannels, { communityId: community }, { signal }),
  });
  const stop = useWrite(communitySavePayChannel, { said: '支付渠道已停用', renews: [CHANNELS] });
  const onStop = (row: PayChannelRow) =>
    ask.confirm({
      title: `停用${row.channel}商户 ${row.merchant}？`,
      content:
        row.state === '启用'
          ? '停用后该小区按系统默认商户收款，再用须重新填写密钥并测试'
          : '停用后须重新填写密钥并测试',
      onOk: () => stop.mutate({ action: 'stop', communityId: community, id: row.id }),
    });
  if (channels.error) return <ErrorRetry error={channels.error} onRetry={() => void channels.refetch()} />;
  if (channels.data === undefined) return <SkeletonDelay />;
  const { rows, unset, simulated } = channels.data;
  return (
    <>
      {may ? (
        <Button type="primary" disabled={unset !== ''} onClick={() => setDoing('enter')}>
          配支付渠道
        </Button>
      ) : null}
      <p className="pay-note">{unset === '' ? '没有启用商户的渠道按系统默认商户收款。' : `扫码支付${unset}`}</p>
      {rows.length === 0 ? (
        <EmptyHint text="该小区没有自己的商户，按系统默认商户收款" />
      ) : (
        <DataTable
          label="支付渠道"
          columns={[
            { key: 'channel', head: '渠道' },
            { key: 'merchant', head: '商户号' },
            { key: 'keyTail', head: '密钥', show: (row) => `••••${row.keyTail}` },
            { key: 'state', head: '状态', show: (row) => <Tag tone={TONES[row.state]}>{row.state}</Tag> },
            {
              key: 'test',
              head: '测试收款',
              show: (row) => (row.unreadable ? '密钥无法读取（系统密钥已更换），请重新填写' : testText(row)),
            },
            { key: 'maker', head: '设置人' },
            { key: 'madeAt', head: '设置时间' },
            { key: 'enabledAt', head: '启用时间', show: (row) => row.enabledAt ?? '—' },
            { key: 'endedAt', head: '停用时间', show: (row) => row.endedAt ?? '—' },
            {
              key: 'do',
              head: '操作',
              show: (row) =>
                may && row.state !== '停用' ? (
                  <span className="row-do">
                    {row.state === '待测试' && !row.unreadable ? (
                      <Button type="link" className="cell-link" onClick={() => setDoing(row)}>
                        {isOpen(row) ? '查询结果' : '测试收款'}
                      </Button>
                    ) : null}
                    <Button type="link" className="cell-link" onClick={() => onStop(row)}>
                      停用
                    </Button>
                  </span>
                ) : (
                  '—'
                ),
            },
          ]}
          rows={rows}
          rowKey={(row) => row.id}
        />
      )}
      {doing === null ? null : doing === 'enter' ? (
        <EnterChannel community={community} onClose={() => setDoing(null)} />
      ) : (
        <TryChannel
          community={community}
          begun={doing}
          simulated={simulated}
          onClose={() => {
            setDoing(null);
            void channels.refetch();
          }}
        />
      )}
    </>
  );
};
