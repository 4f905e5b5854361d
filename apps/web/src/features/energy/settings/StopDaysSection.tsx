/** 停机日: nothing is due, no day is a gap. */
import type { StopDays } from '@hengneng/contracts';
import { Form, Input } from 'antd';
import type { ReactElement } from 'react';
import type { SpanDay } from './day-spans.ts';
import { type DaysOf, DaysSection } from './DaysSection.tsx';

const rowsOf = (answer: unknown): readonly SpanDay[] =>
  (answer as StopDays).rows.map(({ Day, Reason, Editor, Used, Locked }) => ({
    day: Day,
    reason: Reason,
    editor: Editor,
    used: Used,
    locked: Locked,
    inherited: false,
  }));

export const StopDaysSection = (of: DaysOf): ReactElement => (
  <DaysSection
    {...of}
    type="stopDays"
    what="停机日"
    about="停机日不计应录、不算缺口，也不作同温样本；登记后立即重算，不随生效日分版本"
    dates={['停机起', '停机止']}
    saved="，相关日用量正在重算"
    removing="这些日子重新计入应录，没有读数的将列为缺录。"
    renews={['entrySheet']}
    rowsOf={rowsOf}
  >
    <Form.Item name="Reason" label="停机原因" rules={[{ required: true, message: '请填写停机原因' }]}>
      <Input maxLength={100} />
    </Form.Item>
  </DaysSection>
);
