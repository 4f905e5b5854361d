import { letterFiles, type ViewRow } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { letters, letterThreads } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { recordAddress } from '../../lib/routes.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { mayBegin, useBegin } from './new-record.ts';
import { PreviewDrawer } from './PreviewDrawer.tsx';

const CATEGORY = '往来函件';
const SOON_DAYS = 3;

const addressOf = (row: ViewRow): string | null => recordAddress(MODULES.dailyInformation.procedureId, row.id);
const toneOf = (row: ViewRow): 'bad' | 'warn' | null => {
  const left = row['leftDays'] == null ? null : Number(row['leftDays']);
  return left === null ? null : left < 0 ? 'bad' : left <= SOON_DAYS ? 'warn' : null;
};

const Letters = ({ onLook }: { readonly onLook: (id: string) => void }): ReactElement => {
  const { begin, beginning } = useBegin();
  const may = mayBegin('dailyInformation');
  return (
    <ViewSection
      view={letters}
      empty="没有往来函件"
      address={addressOf}
      tone={toneOf}
      tools={
        may ? (
          <Button
            type="primary"
            loading={beginning}
            onClick={() => begin({ moduleId: 'dailyInformation', values: { category: CATEGORY } })}
          >
            登记函件
          </Button>
        ) : null
      }
      actions={(row) => (
        <>
          {Number(row['files'] ?? 0) > 0 ? (
            <Button type="link" size="small" onClick={() => onLook(row.id)}>
              预览
            </Button>
          ) : null}
          {may && row['direction'] === '收函' ? (
            <Button
              type="link"
              size="small"
              onClick={() =>
                begin({
                  moduleId: 'dailyInformation',
                  project: String(row['project']),
                  values: {
                    project: row['project'],
                    category: CATEGORY,
                    direction: '发函',
                    counterpart: row['counterpart'],
                    docName: `关于《${String(row['docName'])}》的复函`,
                    // The letter that was answered names its answer, so that the two are one exchange.
                    ...(row['replyNo'] == null ? {} : { docNo: row['replyNo'] }),
                    secrecy: row['secrecy'],
                    summary: `回复${String(row['counterpart'])}${String(row['docNo'])}`,
                  },
                })
              }
            >
              回复
            </Button>
          ) : null}
        </>
      )}
    />
  );
};

/** Letters to and from others, those first that wait for an answer. */
const LettersPage = (): ReactElement => {
  const [looked, setLooked] = useState<string | null>(null);
  return (
    <div className="list-page">
      <PageHeader title={letters.title} note={letters.purpose} />
      <ViewTabs
        label="往来函件"
        tabs={[
          { key: '函件', label: '函件', content: () => <Letters onLook={setLooked} /> },
          {
            key: '往来串',
            label: '往来串',
            content: () => <ViewSection view={letterThreads} empty="没有往来函件" address={addressOf} tone={toneOf} />,
          },
        ]}
      />
      {looked === null ? null : <PreviewDrawer contract={letterFiles} id={looked} onClose={() => setLooked(null)} />}
    </div>
  );
};

export default LettersPage;
