/** 自定义节假日: days off and days worked besides the country's, of a project or, where none is given, of all. */
import type { Holidays } from '@hengneng/contracts';
import { Form, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import type { SpanDay } from './day-spans.ts';
import { type DaysOf, DaysSection } from './DaysSection.tsx';

const KINDS = { off: '放假', work: '上班' } as const;

const rowsOf = (answer: unknown): readonly SpanDay[] =>
  (answer as Holidays).rows.map(({ Day, Kind, Name, Editor, Inherited, Locked }) => ({
    day: Day,
    reason: `${KINDS[Kind]} ${Name}`,
    editor: Editor,
    used: 0,
    locked: Locked,
    inherited: Inherited,
  }));

export const HolidaysSection = (of: DaysOf): ReactElement => (
  <DaysSection
    {...of}
    type="holidays"
    what="自定义节假日"
    about="在国家法定节假日与调休之外另设。工作日与休息日分开比较（同温样本、自比）、加班供能时段与营业时间都按它；电价分时仍按国家日历"
    dates={['起', '止']}
    removing="这些日子恢复按国家日历（项目另设的，恢复按公司默认）区分工作日与休息日。"
    initial={{ Kind: 'off' }}
    renews={['entrySheet', 'analysis']}
    rowsOf={rowsOf}
  >
    <Form.Item name="Kind" label="当天">
      <Select options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))} />
    </Form.Item>
    <Form.Item name="Name" label="名称" rules={[{ required: true, message: '请填写名称' }]}>
      <Input maxLength={30} />
    </Form.Item>
  </DaysSection>
);
