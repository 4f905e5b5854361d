import type { ViewRow } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { estimateStages, estimateWorks } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { recordAddress } from '../../lib/routes.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

const EMPTY = `还没有概算：在${MODULES.projectEstimatedCost.title}里编制，审批通过后在这里对比`;
/** Percent by which a work may cost more than in the other version before it stands out. */
const MOST_MORE = 10;

const estimateOf = (row: ViewRow): string | null =>
  recordAddress(MODULES.projectEstimatedCost.procedureId, textOf(row, 'record'));

/** What a project was estimated at, approved, contracted and settled for; and what changed from version to version. */
const EstimatesPage = (): ReactElement => (
  <div className="list-page">
    <PageHeader title="项目概算明细" note={estimateStages.purpose} />
    <ViewTabs
      label="项目概算明细"
      tabs={[
        {
          key: '五算对比',
          label: '五算对比',
          content: () => (
            <>
              <ViewSection
                view={estimateStages}
                empty={EMPTY}
                address={(row) =>
                  `/costQuotation/projectEstimatesDetail?${new URLSearchParams({ tab: '概算明细', project: textOf(row, 'project') })}`
                }
                tone={(row) => (row['state'] === '超批准10%' ? 'bad' : row['state'] === '超批准' ? 'warn' : null)}
              />
              <p className="note view-note">
                点项目看概算明细。合同已结算的按结算额与批准投资比；超批准10%的请先追加投资评审。
              </p>
            </>
          ),
        },
        {
          key: '概算明细',
          label: '概算明细',
          content: () => (
            <>
              <ViewSection
                view={estimateWorks}
                empty={EMPTY}
                keywordHint="内容与规格、概算单号"
                address={estimateOf}
                tone={(row) =>
                  row['mark'] === '取消' ? 'off' : Number(row['changeRate'] ?? 0) > MOST_MORE ? 'bad' : null
                }
              />
              <p className="note view-note">
                点内容打开概算单。量差 =（本版量 − 对比量）× 对比单价，价差 =（本版单价 − 对比单价）×
                本版量；新增与取消的只计入增减。增幅超过10%的标红。
              </p>
            </>
          ),
        },
      ]}
    />
  </div>
);

export default EstimatesPage;
