import StarFilled from '@ant-design/icons/es/icons/StarFilled';
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined';
import {
  dataTechnicalAdd,
  dataTechnicalDetail,
  dataTechnicalFavorite,
  dataTechnicalFiles,
  dataTechnicalUploads,
  type ViewRow,
} from '@hengneng/contracts';
import { SECRECIES, shortCodeOf, TECH_KINDS, TECH_SPECIALTIES } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import { techDocuments } from '@hengneng/forms/views';
import { Button, Tree } from 'antd';
import { type ReactElement, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { useSession } from '../../lib/session.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SideTree } from '../../ui/SideTree.tsx';
import { PreviewDrawer } from '../ledgers/PreviewDrawer.tsx';
import { AUDIT } from './PaperDialogs.tsx';
import { PaperVersions } from './PaperVersions.tsx';

const SCREEN = shortCodeOf(techDocuments.screen);
const NOTHING = { URL: '', Size: 0, Name: '' };

const ADD = {
  project: f.project('项目', { required: true }),
  specialty: f.enum('专业', TECH_SPECIALTIES, { required: true }),
  docKind: f.enum('类别', TECH_KINDS, { required: true }),
  name: f.text('资料名称', { required: true }),
  drawingNo: f.text('图号', { hint: '项目内同一图号再上传，按新版替换' }),
  madeOn: f.date('形成日期', { required: true, default: 'today' }),
  secrecy: f.enum('密级', SECRECIES, { required: true, default: '内部' }),
  note: f.textarea('修改说明', { max: 300, hint: '图号已有资料时必填' }),
  file: f.file('文件', { required: true, hint: '单个文件不超过500MB；断网或关闭后再选同一文件，接着传' }),
};
const REVISE = {
  madeOn: ADD.madeOn,
  note: f.textarea('修改说明', { required: true, max: 300 }),
  file: ADD.file,
};

const AddDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => (
  <FieldsDialog
    title="上传技术资料"
    fields={ADD}
    parted={dataTechnicalUploads}
    saved="已上传，请他人审核"
    save={(values, options) =>
      callApi(
        dataTechnicalAdd,
        {
          action: 'add',
          project: wordsOf(values['project']),
          specialty: TECH_SPECIALTIES.find((one) => one === values['specialty']) ?? '综合',
          docKind: TECH_KINDS.find((one) => one === values['docKind']) ?? '施工图',
          name: wordsOf(values['name']),
          drawingNo: wordsOf(values['drawingNo']),
          madeOn: wordsOf(values['madeOn']),
          secrecy: SECRECIES.find((one) => one === values['secrecy']) ?? '内部',
          note: wordsOf(values['note']),
          file: fileOf(values['file']) ?? NOTHING,
        },
        options,
      )
    }
    onClose={onClose}
  />
);

const ReviseDialog = ({ row, onClose }: { readonly row: ViewRow; readonly onClose: () => void }): ReactElement => (
  <FieldsDialog
    title={`升版：${textOf(row, 'name')}`}
    fields={REVISE}
    parted={dataTechnicalUploads}
    saved="新版已上传，审核后旧版作废"
    save={(values, options) =>
      callApi(
        dataTechnicalAdd,
        {
          action: 'revise',
          id: row.id,
          madeOn: wordsOf(values['madeOn']),
          note: wordsOf(values['note']),
          file: fileOf(values['file']) ?? NOTHING,
        },
        options,
      )
    }
    onClose={onClose}
  />
);

const AuditDialog = ({ row, onClose }: { readonly row: ViewRow; readonly onClose: () => void }): ReactElement => (
  <FieldsDialog
    title={`审核：${textOf(row, 'name')}`}
    fields={AUDIT}
    saved="已审核"
    okText="提交"
    save={(values, options) =>
      callApi(
        dataTechnicalAdd,
        { action: 'audit', id: row.id, pass: values['pass'] === true, opinion: wordsOf(values['opinion']) },
        options,
      )
    }
    onClose={onClose}
  />
);

type What = 'add' | 'revise' | 'audit' | 'look' | 'versions';
interface Doing {
  readonly what: What;
  readonly row: ViewRow | null;
}

/** On one's own shelf or not. */
const Favorite = ({ row }: { readonly row: ViewRow }): ReactElement => {
  const kept = row['favorite'] === true;
  const keep = useWrite(dataTechnicalFavorite, {
    renews: ['rows'],
    said: (answer) => (answer.kept ? '已收藏，可按「我的收藏」筛选' : '已取消收藏'),
  });
  return (
    <Button
      type="link"
      size="small"
      icon={kept ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
      aria-pressed={kept}
      aria-label={`${kept ? '已收藏' : '收藏'} ${textOf(row, 'name')}`}
      loading={keep.isPending}
      onClick={() => keep.mutate({ id: row.id, keep: !kept })}
    >
      {kept ? '已收藏' : '收藏'}
    </Button>
  );
};

const Actions = ({ row, onDo }: { readonly row: ViewRow; readonly onDo: (doing: Doing) => void }): ReactElement => {
  const me = useSession((state) => state.userId);
  const state = textOf(row, 'state');
  const own = textOf(row, 'source') === '技术资料';
  const buttons: readonly (readonly [What, string, boolean])[] = [
    ['look', '预览', can(SCREEN, 'download')],
    ['audit', '审核', own && state === '待审' && can(SCREEN, 'edit') && textOf(row, 'uploader') !== me],
    ['revise', '升版', own && state !== '待审' && state !== '已作废' && can(SCREEN, 'add')],
    ['versions', '版本', own],
  ];
  return (
    <>
      {buttons.map(([what, label, shown]) =>
        shown ? (
          <Button key={what} type="link" size="small" onClick={() => onDo({ what, row })}>
            {label}
          </Button>
        ) : null,
      )}
      <Favorite row={row} />
    </>
  );
};

/** Technical documents by discipline and kind; on site only the newest version counts. */
const TechDocumentsPage = (): ReactElement => {
  const [{ specialty, docKind }, setFilters] = useUrlFilters();
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const chosen = specialty === undefined ? undefined : docKind === undefined ? specialty : `${specialty}/${docKind}`;
  return (
    <div className="list-page">
      <PageHeader title={techDocuments.title} note={techDocuments.purpose} />
      <div className="split">
        <SideTree label="专业与类别" chosen={chosen}>
          <Tree
            blockNode
            treeData={TECH_SPECIALTIES.map((one) => ({
              key: one,
              title: one,
              children: TECH_KINDS.map((kind) => ({ key: `${one}/${kind}`, title: kind })),
            }))}
            selectedKeys={chosen === undefined ? [] : [chosen]}
            onSelect={([key]) => {
              const [which = null, kind = null] = key === undefined ? [] : String(key).split('/');
              setFilters({ specialty: which, docKind: kind });
            }}
          />
        </SideTree>
        <div>
          <ViewSection
            view={techDocuments}
            empty="还没有资料"
            keywordHint="名称、图号、项目"
            tone={(row) =>
              row['state'] === '已作废'
                ? 'off'
                : row['state'] === '退回'
                  ? 'bad'
                  : row['state'] === '待审'
                    ? 'warn'
                    : null
            }
            tools={
              can(SCREEN, 'add') ? (
                <Button type="primary" onClick={() => setDoing({ what: 'add', row: null })}>
                  上传
                </Button>
              ) : null
            }
            actions={(row) => <Actions row={row} onDo={setDoing} />}
          />
          <p className="note view-note">
            未审核的只有上传人与审核人看得到；新版审核后旧版作废，现场不得使用。秘密以上的预览带水印并记入审计。
          </p>
        </div>
      </div>
      {doing?.what === 'add' ? <AddDialog onClose={close} /> : null}
      {doing?.what === 'revise' && doing.row ? <ReviseDialog row={doing.row} onClose={close} /> : null}
      {doing?.what === 'audit' && doing.row ? <AuditDialog row={doing.row} onClose={close} /> : null}
      {doing?.what === 'look' && doing.row ? (
        <PreviewDrawer contract={dataTechnicalFiles} id={doing.row.id} onClose={close} />
      ) : null}
      {doing?.what === 'versions' && doing.row ? (
        <PaperVersions
          id={doing.row.id}
          load={(signal) => callApi(dataTechnicalDetail, { id: doing.row?.id ?? '' }, { signal })}
          onClose={close}
        />
      ) : null}
    </div>
  );
};

export default TechDocumentsPage;
