import type { ViewRow } from '@hengneng/contracts';
import { handoverList } from '@hengneng/forms/views';
import { type ReactElement, useState } from 'react';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { HandoverDrawer } from './HandoverDrawer.tsx';

const toneOf = (row: ViewRow): 'bad' | 'warn' | 'off' | null => {
  if (Number(row['supplyLate'] ?? 0) > 0 || row['state'] === '退回') return 'bad';
  if (row['state'] === '待接收' || Number(row['unsigned'] ?? 0) > 0) return 'warn';
  return row['state'] === '已接收' && Number(row['lacking'] ?? 0) === 0 ? 'off' : null;
};

/** All handovers: how complete each is, what is still missing and who has not signed. */
const HandoversPage = (): ReactElement => {
  const [opened, setOpened] = useState<ViewRow | null>(null);
  return (
    <div className="list-page">
      <PageHeader title={handoverList.title} note={handoverList.purpose} />
      <ViewSection view={handoverList} empty="没有移交记录" keywordHint="单号、项目" onOpen={setOpened} tone={toneOf} />
      <p className="note view-note">
        齐套率＝已交必交资料÷必交资料；每项资料由其接收部门的人或接收人签收，全部签收后才能接收；接收后内容只读，缺的用补交，补交逾期通知技术总监。
      </p>
      {opened === null ? null : <HandoverDrawer which={{ Id: opened.id }} onClose={() => setOpened(null)} />}
    </div>
  );
};

export default HandoversPage;
