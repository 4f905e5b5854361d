import { dataManagementDetail, dataManagementPack, type ViewRow } from '@hengneng/contracts';
import { PAPER_STAGES, shortCodeOf } from '@hengneng/core';
import { worksPapers } from '@hengneng/forms/views';
import { Button, Tree } from 'antd';
import { type ReactElement, useState } from 'react';
import { askOf, narrowed } from '../../engine/list/ask.ts';
import { textOf } from '../../engine/rows/text.ts';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { callApi } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { useSession } from '../../lib/session.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SideTree } from '../../ui/SideTree.tsx';
import { RowFiles } from './RowFiles.tsx';
import { PaperAuditDialog, PaperUploadDialog } from './PaperDialogs.tsx';
import { PaperVersions } from './PaperVersions.tsx';

const SCREEN = shortCodeOf(worksPapers.screen);

type Doing = { readonly what: 'upload' | 'audit' | 'look'; readonly row: ViewRow | null };

const Actions = ({ row, onDo }: { readonly row: ViewRow; readonly onDo: (doing: Doing) => void }): ReactElement => {
  const me = useSession((state) => state.userId);
  const state = textOf(row, 'state');
  return (
    <>
      {state === '待审' && can(SCREEN, 'edit') && textOf(row, 'uploader') !== me ? (
        <Button type="link" size="small" onClick={() => onDo({ what: 'audit', row })}>
          审核
        </Button>
      ) : null}
      {state !== '待审' && can(SCREEN, 'add') ? (
        <Button type="link" size="small" onClick={() => onDo({ what: 'upload', row })}>
          {state === '缺' ? '上传' : '升版'}
        </Button>
      ) : null}
      {textOf(row, 'paper') === '' ? (
        <RowFiles row={row} />
      ) : (
        <Button type="link" size="small" onClick={() => onDo({ what: 'look', row })}>
          版本
        </Button>
      )}
    </>
  );
};

/** Papers of building works by the stage in which they come about: what is due, what came, what is archived. */
const WorksPapersPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const { stage } = filters;
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  return (
    <div className="list-page">
      <PageHeader title={worksPapers.title} note={worksPapers.purpose} />
      <div className="split">
        <SideTree label="资料目录" chosen={stage}>
          <Tree
            blockNode
            treeData={PAPER_STAGES.map((key) => ({ key, title: key }))}
            selectedKeys={stage === undefined ? [] : [stage]}
            onSelect={([key]) => setFilters({ stage: key === undefined ? null : String(key) })}
          />
        </SideTree>
        <div>
          <ViewSection
            view={worksPapers}
            empty="还没有开工的子项目"
            keywordHint="资料名称、归档号、项目"
            tone={(row) =>
              row['state'] === '退回' ? 'bad' : row['lack'] === true ? 'warn' : row['state'] === '缺' ? 'off' : null
            }
            tools={
              <>
                {can(SCREEN, 'add') ? (
                  <Button type="primary" onClick={() => setDoing({ what: 'upload', row: null })}>
                    上传
                  </Button>
                ) : null}
                {can(SCREEN, 'download') ? (
                  <Button
                    title="符合条件的资料的最新一版，打成一个 zip"
                    onClick={() =>
                      void download('POST', dataManagementPack.path, askOf(narrowed(filters)), {
                        name: worksPapers.title,
                      })
                    }
                  >
                    批量下载
                  </Button>
                ) : null}
              </>
            }
            actions={(row) => <Actions row={row} onDo={setDoing} />}
          />
          <p className="note view-note">
            齐套率＝已归档必备÷必备。施工日志记了隐蔽验收、竣工验收查过“齐全”的资料直接算已归档；竣工验收前请补齐缺项。审核人不能是上传人。
          </p>
        </div>
      </div>
      {doing?.what === 'upload' ? <PaperUploadDialog row={doing.row} onClose={close} /> : null}
      {doing?.what === 'audit' && doing.row ? <PaperAuditDialog row={doing.row} onClose={close} /> : null}
      {doing?.what === 'look' && doing.row ? (
        <PaperVersions
          id={textOf(doing.row, 'paper')}
          load={(signal) =>
            callApi(
              dataManagementDetail,
              { kind: '验收资料', id: textOf(doing.row ?? { id: '' }, 'paper') },
              { signal },
            )
          }
          onClose={close}
        />
      ) : null}
    </div>
  );
};

export default WorksPapersPage;
