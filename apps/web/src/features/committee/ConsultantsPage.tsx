import { shortCodeOf } from '@hengneng/core';
import { consultants } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { can } from '../../lib/permission.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ConsultantDialog } from './ConsultantDialogs.tsx';
import { ConsultantDrawer } from './ConsultantDrawer.tsx';
import './committee.css';

const SCREEN = shortCodeOf(consultants.screen);
const ENDING_DAYS = 60;
const LEAST_SCORE = 60;

/** Experts from outside: engaged for a time, rated after each service. */
const ConsultantsPage = (): ReactElement => {
  const [opened, setOpened] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  return (
    <div className="list-page">
      <PageHeader title={consultants.title} note={consultants.purpose} />
      <ViewSection
        view={consultants}
        empty="还没有顾问"
        keywordHint="姓名、单位职称、地区"
        onOpen={(row) => setOpened(row.id)}
        tone={(row) =>
          row['state'] === '解聘'
            ? 'off'
            : row['state'] === '到期' || (row['score'] != null && Number(row['score']) < LEAST_SCORE)
              ? 'bad'
              : row['leftDays'] != null && Number(row['leftDays']) <= ENDING_DAYS
                ? 'warn'
                : null
        }
        tools={
          can(SCREEN, 'add') ? (
            <Button type="primary" onClick={() => setAdding(true)}>
              新增顾问
            </Button>
          ) : null
        }
      />
      <p className="note view-note">
        综合评价为各次服务得分（专业30、时效20、成果30、配合10、到会10）的平均；低于60分、聘期已到或已解聘的不能受邀评审。聘期到期前60天提醒一次。
      </p>
      {opened === null ? null : <ConsultantDrawer id={opened} onClose={() => setOpened(null)} />}
      {adding ? <ConsultantDialog of={null} onClose={() => setAdding(false)} /> : null}
    </div>
  );
};

export default ConsultantsPage;
