import { questionnaires } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { can } from '../../lib/permission.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CODE } from './code.ts';
import { DesignTab } from './DesignTab.tsx';
import { OnePage, type TabKey } from './OnePage.tsx';
import './questionnaire.css';

const TABS: readonly TabKey[] = ['design', 'publish', 'answers', 'statistics'];
const NEW = 'new';

/** All questionnaires, or one of them: which one, the address says. */
const QuestionnairesPage = (): ReactElement => {
  const [params, setParams] = useSearchParams();
  const entry = params.get('entry');
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'design';
  // Filters of one list mean nothing in another.
  const go = (id: string | null, to?: TabKey) =>
    setParams(id === null ? {} : to === undefined ? { entry: id } : { entry: id, tab: to });
  return (
    <div className="list-page q-manage">
      {entry === null ? (
        <>
          <PageHeader title={questionnaires.title} note={questionnaires.purpose} />
          <ViewSection
            view={questionnaires}
            empty="还没有问卷"
            keywordHint="问卷名称、项目"
            tone={(row) => (Number(row['pending'] ?? 0) > 0 ? 'warn' : row['state'] === '已结束' ? 'off' : null)}
            onOpen={(row) => go(row.id, row['state'] === '草稿' ? 'design' : 'answers')}
            tools={
              can(CODE, 'add') ? (
                <Button type="primary" onClick={() => go(NEW)}>
                  新建问卷
                </Button>
              ) : null
            }
          />
        </>
      ) : entry === NEW ? (
        <>
          <PageHeader title="新建问卷" actions={<Button onClick={() => go(null)}>返回列表</Button>} />
          <DesignTab of={null} closed={false} onSaved={(id) => go(id)} />
        </>
      ) : (
        <OnePage key={entry} id={entry} tab={tab} onTab={(next) => go(entry, next)} onOpen={(id) => go(id)} />
      )}
    </div>
  );
};

export default QuestionnairesPage;
