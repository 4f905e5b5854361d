import { handoverPreview, handoverSave } from '@hengneng/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Steps } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, messageOf, refusalOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { UserSelect } from '../system/pickers.tsx';
import { HandoverLines, HandoverSummary } from './HandoverLines.tsx';

/** What is handed over to whom; what has nobody of its own goes to the one for all. */
export interface HandoverPlan {
  readonly to: string | undefined;
  readonly chosen: ReadonlySet<string>;
  readonly others: ReadonlyMap<string, string>;
}

const linesOf = (plan: HandoverPlan) =>
  [...plan.chosen].map((key) => {
    const to = plan.others.get(key);
    return { key, ...(to === undefined ? {} : { to }) };
  });

/** Everything of a person who leaves, to those who take over: chosen, tried out, then done at once. */
export const HandoverWizard = ({
  userId,
  disable: disableAtFirst,
  onClose,
}: {
  readonly userId: string;
  readonly disable: boolean;
  readonly onClose: () => void;
}): ReactElement => {
  const self = useSession((state) => state.userId) === userId;
  const [to, setTo] = useState<string>();
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  const [others, setOthers] = useState<ReadonlyMap<string, string>>(new Map());
  const [reason, setReason] = useState('');
  const [disable, setDisable] = useState(disableAtFirst && !self);
  const [step, setStep] = useState(0);
  const list = useQuery({
    queryKey: ['handover', userId],
    queryFn: ({ signal }) => callApi(handoverPreview, { userId }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const lines = list.data?.lines ?? [];
  // What belongs to a hand-over is chosen already, until somebody chooses otherwise.
  const chosen = picked ?? new Set(lines.filter((line) => line.suggested).map((line) => line.key));
  const plan: HandoverPlan = { to, chosen, others };
  const wish = { userId, lines: linesOf(plan), ...(to === undefined ? {} : { to }) };

  const tried = useMutation({
    mutationFn: () => callApi(handoverPreview, wish),
    onSuccess: () => setStep(1),
    onError: (error) => notify.error(messageOf(error)),
  });
  const save = useWrite(handoverSave, {
    said: ({ done, disabled }) =>
      [done > 0 || !disabled ? `已交接 ${done} 项` : '', disabled ? '账号已停用' : ''].filter(Boolean).join('，'),
    onDone: onClose,
    renews: ['users', 'delegations', 'todo'],
    onError: (error) => notify.error(refusalOf(error)),
  });
  const problems = (tried.data?.lines ?? []).filter((line) => line.problem !== null);
  const nothing = list.data !== undefined && lines.length === 0;
  const name = list.data ? `${list.data.UserName}（${list.data.account}）` : '';

  return (
    <AppDrawer
      width={880}
      title={disable ? `停用前交接 ${name}` : `离职交接 ${name}`}
      onClose={onClose}
      footer={
        <div className="drawer-foot">
          {step === 1 ? <Button onClick={() => setStep(0)}>上一步</Button> : null}
          {nothing ? (
            <Button
              type="primary"
              danger
              disabled={!disable}
              loading={save.isPending}
              onClick={() => save.mutate({ ...wish, reason, disable })}
            >
              停用账号
            </Button>
          ) : step === 0 ? (
            <Button
              key="next"
              type="primary"
              loading={tried.isPending}
              disabled={!list.data || (chosen.size === 0 && !disable)}
              onClick={() => tried.mutate()}
            >
              下一步：核对
            </Button>
          ) : (
            // A button of its own: one that has just been loading does not hear the next click.
            <Button
              key="save"
              type="primary"
              danger={disable}
              loading={save.isPending}
              disabled={problems.length > 0}
              onClick={() => save.mutate({ ...wish, reason, disable })}
            >
              {disable ? '确认交接并停用账号' : '确认交接'}
            </Button>
          )}
        </div>
      }
    >
      {nothing ? null : (
        <Steps
          size="small"
          current={step}
          responsive={false}
          className="wizard-steps"
          items={[{ title: '事项与接手人' }, { title: '核对并完成' }]}
        />
      )}
      {list.error ? <ErrorRetry error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <SkeletonDelay rows={8} /> : null}
      {list.data && step === 0 ? (
        <>
          <Form name="handover-wizard" layout="vertical" className="form-two">
            {nothing ? null : (
              <Form.Item label="接手人" htmlFor="handover-to" required={chosen.size > 0}>
                <UserSelect
                  id="handover-to"
                  label="接手人"
                  activeOnly
                  placeholder="姓名、账号或拼音；各项也可另选"
                  {...(to === undefined ? {} : { value: to })}
                  onChange={setTo}
                />
              </Form.Item>
            )}
            <Form.Item label="原因" htmlFor="handover-reason">
              <Input
                id="handover-reason"
                maxLength={200}
                value={reason}
                placeholder="如离职、调岗"
                onChange={(event) => setReason(event.target.value)}
              />
            </Form.Item>
          </Form>
          {self ? null : (
            <Checkbox checked={disable} onChange={(event) => setDisable(event.target.checked)}>
              {nothing ? '停用账号' : '交接完成后停用账号'}（立即下线，历史单据不受影响）
            </Checkbox>
          )}
          {nothing ? (
            <EmptyHint text="没有需要交接的事项" />
          ) : (
            <HandoverLines lines={lines} plan={plan} onChoose={setPicked} onOther={setOthers} />
          )}
        </>
      ) : null}
      {step === 1 && tried.data ? (
        <>
          {problems.length > 0 ? (
            <p className="note note-bad" role="alert">
              有 {problems.length} 项不能这样交接，请返回改选接手人或取消勾选。
            </p>
          ) : (
            <p className="note">
              {chosen.size === 0
                ? '没有要交接的事项，只停用账号。'
                : `共 ${chosen.size} 项，一次完成；有一项失败则全部不变。`}
            </p>
          )}
          <HandoverSummary lines={tried.data.lines} plan={plan} />
        </>
      ) : null}
    </AppDrawer>
  );
};
