import type { ViewRow } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { tenderProjects, tenderQuotes } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { textOf } from '../../engine/rows/text.ts';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { can } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { mayBegin, useBegin } from '../ledgers/new-record.ts';
import { DrawDialog } from './DrawDialog.tsx';
import { TenderDrawer } from './TenderDrawer.tsx';

/** What is next with a tender whose invitation is under way; the steps of the form say who does it. */
const NEXT: Readonly<Record<string, string>> = { 邀标中: '回标', 待开标: '开标', 评标中: '评标' };
const SOON_DAYS = 3;
const SCREEN = shortCodeOf(tenderProjects.screen);

const Actions = ({ row, onDraw }: { readonly row: ViewRow; readonly onDraw: (row: ViewRow) => void }): ReactElement => {
  const { begin, beginning } = useBegin();
  const id = textOf(row, 'invitation');
  const next = NEXT[textOf(row, 'stage')];
  const to = id === '' ? null : recordAddress(MODULES.InvitationUnit.procedureId, id);
  if (next !== undefined && to !== null) return <Link to={to}>{next}</Link>;
  // Only what was approved stands in the book and may be asked for bids.
  if (row['stage'] !== '待发标' || row['approved'] !== true || !mayBegin('InvitationUnit')) return <></>;
  return (
    <>
      <Button
        type="link"
        size="small"
        loading={beginning}
        onClick={() =>
          begin({
            moduleId: 'InvitationUnit',
            project: textOf(row, 'project'),
            values: { project: row['project'], tender: row.id },
            same: { tender: row.id },
          })
        }
      >
        邀标
      </Button>
      {can(SCREEN, 'edit') && row['tenderMode'] !== '单一来源' ? (
        <Button type="link" size="small" onClick={() => onDraw(row)}>
          随机抽取
        </Button>
      ) : null}
    </>
  );
};

const toneOf = (row: ViewRow): 'bad' | 'warn' | 'off' | null => {
  if (row['stage'] === '已签约' || row['stage'] === '流标') return 'off';
  const left = row['leftDays'];
  return left == null ? null : Number(left) < 0 ? 'bad' : Number(left) <= SOON_DAYS ? 'warn' : null;
};

const Tenders = ({ onOpen }: { readonly onOpen: (row: ViewRow) => void }): ReactElement => {
  const { begin, beginning } = useBegin();
  const [drawing, setDrawing] = useState<ViewRow | null>(null);
  return (
    <>
      <ViewSection
        view={tenderProjects}
        empty="没有招标项目"
        keywordHint="标段编号、名称、项目"
        onOpen={onOpen}
        tone={toneOf}
        tools={
          mayBegin('tenderApplication') ? (
            <Button type="primary" loading={beginning} onClick={() => begin({ moduleId: 'tenderApplication' })}>
              招标申请
            </Button>
          ) : null
        }
        actions={(row) => <Actions row={row} onDraw={setDrawing} />}
      />
      {drawing === null ? null : (
        <DrawDialog
          tender={drawing.id}
          name={textOf(drawing, 'packageName')}
          onDrawn={({ units, invitation }) =>
            begin({
              moduleId: 'InvitationUnit',
              project: textOf(drawing, 'project'),
              draft: invitation,
              values: {
                ...(invitation === null ? { project: drawing['project'], tender: drawing.id } : {}),
                unitSource: '合格供方名录',
                drawWay: '名录内随机抽取',
                units: units.map(({ supplier, contactMan, contactPhone }) => ({
                  provider: supplier,
                  contactMan,
                  contactPhone,
                })),
              },
            })
          }
          onClose={() => setDrawing(null)}
        />
      )}
    </>
  );
};

/** Tenders from the application to the contract. */
const TendersPage = (): ReactElement => {
  const [opened, setOpened] = useState<ViewRow | null>(null);
  return (
    <div className="list-page">
      <PageHeader title={tenderProjects.title} note={tenderProjects.purpose} />
      <ViewTabs
        label="招标"
        tabs={[
          { key: 'tenders', label: '标段', content: () => <Tenders onOpen={setOpened} /> },
          {
            key: 'quotes',
            label: '开标一览',
            content: () => (
              <ViewSection
                view={tenderQuotes}
                empty="还没有开标的标段"
                keywordHint="单位、标段、项目"
                tone={(row) => (row['validity'] === '有效' ? null : 'off')}
              />
            ),
          },
        ]}
      />
      <p className="note view-note">
        开标须开标人与监督人两人先后确认；有效回标不足3家按流标，中标价不超过控制价。节约率＝（控制价−中标价）÷控制价。
      </p>
      {opened === null ? null : <TenderDrawer row={opened} onClose={() => setOpened(null)} />}
    </div>
  );
};

export default TendersPage;
