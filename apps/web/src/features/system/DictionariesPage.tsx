import {
  dictionaryExport,
  dictionaryGroups,
  dictionaryImport,
  type DictionaryAbout,
  dictionaryIndex,
  type DictionaryRow,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { WholeImportDialog } from '../../engine/imports/WholeImportDialog.tsx';
import { callApi } from '../../lib/api.ts';
import { counted } from '../../lib/counted.ts';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { keepPrevious } from '../../lib/query.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SideTree } from '../../ui/SideTree.tsx';
import { Entries } from './dictionaries/Entries.tsx';
import { FigureForm } from './dictionaries/FigureForm.tsx';
import { DICTIONARY } from './dictionaries/renews.ts';
import { WordForm } from './dictionaries/WordForm.tsx';
import { DICTIONARIES_CODE } from './names.ts';
import './dictionaries/dictionaries.css';
import './system-pages.css';

const STATES = ['启用', '停用'] as const;
type Editing = { readonly about: DictionaryAbout; readonly row: DictionaryRow | null };

/** The dictionaries by kind on the left; entries of one, and where they are used, on the right. */
const DictionariesPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [importing, setImporting] = useState(false);
  // Which there are is the program's: asked for once, without their entries.
  const tree = useQuery({
    queryKey: ['dictionaryGroups'],
    queryFn: ({ signal }) => callApi(dictionaryGroups, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const all = (tree.data?.groups ?? []).flatMap(({ Dictionaries }) => Dictionaries);
  const state = STATES.find((one) => one === filters.state);
  const searched = filters.Keyword ?? '';
  // The address says its title: the breadcrumb shows it.
  const named = all.find(({ Title }) => Title === filters.dict);
  const chosen = named ?? (filters.dict === undefined ? all[0] : undefined);
  // Words that are looked for are looked for in all of them.
  const asked = {
    ...(searched === '' ? (chosen === undefined ? {} : { dict: chosen.Id }) : { Keyword: searched }),
    ...(state === undefined ? {} : { state }),
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [DICTIONARY, asked],
    queryFn: ({ signal }) => callApi(dictionaryIndex, asked, { signal }),
    placeholderData: keepPrevious,
    enabled: searched !== '' || chosen !== undefined,
    staleTime: 0,
  });
  const aboutOf = (row: DictionaryRow): DictionaryAbout | undefined => all.find(({ Id }) => Id === row.Dict);
  return (
    <>
      <PageHeader
        title="数据字典"
        note="下拉选项和计算参数；参数改动从生效日起影响新计算，以前的结果不变"
        actions={
          <>
            <Link to="/system/audit?object=数据字典">
              <Button>修改记录</Button>
            </Link>
            {can(DICTIONARIES_CODE, 'import') ? <Button onClick={() => setImporting(true)}>导入</Button> : null}
            {can(DICTIONARIES_CODE, 'export') ? (
              <Button onClick={() => void download('POST', dictionaryExport.path, asked, { name: '数据字典.xlsx' })}>
                导出
              </Button>
            ) : null}
            {can(DICTIONARIES_CODE, 'add') && chosen?.Words === true ? (
              <Button type="primary" onClick={() => setEditing({ about: chosen, row: null })}>
                新增条目
              </Button>
            ) : null}
          </>
        }
      />
      <div className="split">
        <SideTree label="字典" chosen={chosen?.Title}>
          {tree.error ? <ErrorRetry error={tree.error} onRetry={() => void tree.refetch()} /> : null}
          {!tree.data && !tree.error ? <SkeletonDelay rows={8} /> : null}
          <nav className="dictionary-list" aria-label="字典">
            {(tree.data?.groups ?? []).map(({ Kind, Dictionaries }) => (
              <section key={Kind}>
                <h2>{Kind}</h2>
                {Dictionaries.map(({ Id, Title }) => (
                  <button
                    key={Id}
                    type="button"
                    aria-current={Id === chosen?.Id ? 'true' : undefined}
                    onClick={() => setFilters({ dict: Title, Keyword: null })}
                  >
                    {Title}
                  </button>
                ))}
              </section>
            ))}
          </nav>
        </SideTree>
        <div className="split-main">
          <search className="filter-bar surface">
            <SearchFilter label="名称或编码" value={filters.Keyword} onSearch={(Keyword) => setFilters({ Keyword })} />
            <ChoiceFilter
              label="状态"
              value={state}
              options={STATES}
              onChange={(next) => setFilters({ state: next })}
            />
          </search>
          {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
          {data === undefined && !error ? (
            tree.data !== undefined && chosen === undefined && searched === '' ? (
              <div className="surface">
                <EmptyHint text="没有这个字典，请在左侧选择" />
              </div>
            ) : (
              <SkeletonDelay rows={8} />
            )
          ) : null}
          {data ? (
            <div aria-busy={isPlaceholderData}>
              {searched === '' && chosen !== undefined ? <h2 className="panel-head">{chosen.Title}</h2> : null}
              <Entries
                rows={data.rows}
                titled={searched !== ''}
                figures={searched !== '' || chosen?.Words === false}
                words={searched !== '' || chosen?.Words !== false}
                onEdit={(row) => {
                  const about = aboutOf(row);
                  if (about !== undefined) setEditing({ about, row });
                }}
              />
              {data.uses.length > 0 ? (
                <section className="surface dictionary-uses" aria-label="使用处">
                  <h2>使用处</h2>
                  <table className="plain-table">
                    <thead>
                      <tr>
                        <th scope="col">模块</th>
                        <th scope="col">字段</th>
                        <th scope="col" className="right">
                          记录数
                        </th>
                      </tr>
                    </thead>
                    <tbody>
                      {data.uses.map(({ Module, Field, Records }) => (
                        <tr key={`${Module} ${Field}`}>
                          <td>{Module}</td>
                          <td>{Field}</td>
                          <td className="right">{Records === null ? '—' : counted(Records)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </section>
              ) : null}
            </div>
          ) : null}
        </div>
      </div>
      {editing?.about.Words === true ? (
        <WordForm about={editing.about} row={editing.row} onClose={() => setEditing(null)} />
      ) : null}
      {editing !== null && !editing.about.Words && editing.row !== null ? (
        <FigureForm about={editing.about} row={editing.row} onClose={() => setEditing(null)} />
      ) : null}
      {importing ? (
        <WholeImportDialog
          title="导入数据字典"
          about="模板就是现有的条目：改过的行会修改，没有的编码会新增，参数改了值就从「起」（不填为今天）另立一版。有一处错误就都不写入。"
          call={dictionaryImport}
          template={dictionaryExport}
          what="条目"
          said={(created) => (created === 0 ? '表格与现有条目相同，没有改动' : `已写入${created}条改动`)}
          renews={DICTIONARY}
          onClose={() => setImporting(false)}
        />
      ) : null}
    </>
  );
};

export default DictionariesPage;
