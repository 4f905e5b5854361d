import { MERGE_MINUTES, messageQuietSave } from '@hengneng/contracts';
import { Button, Form } from 'antd';
import { type ReactElement, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { OptionSelect } from '../../../ui/OptionSelect.tsx';
import { MESSAGES_CODE } from './scope.ts';

interface Hours {
  readonly From: number;
  readonly To: number;
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clock(hour) }));
const words = ({ From, To }: Hours): string =>
  From === To ? '不设' : `${clock(From)} 至${From > To ? '次日 ' : ' '}${clock(To)}`;

const QuietDialog = ({ hours, onClose }: { readonly hours: Hours; readonly onClose: () => void }): ReactElement => {
  // As it was opened, whatever has been read since.
  const [seen] = useState(hours);
  const [From, setFrom] = useState(String(hours.From));
  const [To, setTo] = useState(String(hours.To));
  const save = useWrite(messageQuietSave, {
    said: (saved) => `静默时段：${words(saved)}`,
    onDone: onClose,
    renews: ['messageTemplates'],
    renewsOnConflict: true,
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <AppModal
      title="静默时段"
      holdsInput
      footer={
        <Button
          type="primary"
          loading={save.isPending}
          onClick={() => save.mutate({ From: Number(From), To: Number(To), seen })}
        >
          保存
        </Button>
      }
      onCancel={onClose}
    >
      <Form name="quiet-hours" layout="vertical">
        <Form.Item label="开始" htmlFor="quiet-from">
          <OptionSelect
            id="quiet-from"
            value={From}
            options={HOURS}
            allowClear={false}
            onChange={(next) => setFrom(next ?? From)}
          />
        </Form.Item>
        <Form.Item label="结束" htmlFor="quiet-to" extra="开始与结束相同即不设静默时段">
          <OptionSelect
            id="quiet-to"
            value={To}
            options={HOURS}
            allowClear={false}
            onChange={(next) => setTo(next ?? To)}
          />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

/** In which hours ordinary messages wait, and which messages are told together. */
export const QuietHours = ({ hours }: { readonly hours: Hours }): ReactElement => {
  const [editing, setEditing] = useState(false);
  return (
    <section className="surface quiet-hours" aria-label="静默时段">
      <strong>静默时段：{words(hours)}</strong>
      <p className="hint">
        静默时段内普通消息留到结束时再发，标「照发」的不等；同一个人 {MERGE_MINUTES} 分钟内的同类消息合成一条。
        发给住户的公告模板在 物业收费 › 收费公告。
      </p>
      {can(MESSAGES_CODE, 'edit') ? (
        <Button size="small" onClick={() => setEditing(true)}>
          修改时段
        </Button>
      ) : null}
      {editing ? <QuietDialog hours={hours} onClose={() => setEditing(false)} /> : null}
    </section>
  );
};
