import {
  DEFAULT_PROJECT_STATES,
  deptIndex,
  expFile,
  INPUT_STATES,
  type InputOf,
  type OutputOf,
  PROJECT_STATES,
  projectListByModel,
} from '@hengneng/contracts';
import { isArea } from '@hengneng/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Segmented, Select } from 'antd';
import { type ReactElement, useEffect, useEffectEvent } from 'react';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { listen } from '../../../lib/events.ts';
import { formatDateTime, formatMoney } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { CardTable } from '../../../ui/CardTable.tsx';
import { arrange, useListSettings } from '../../../engine/list/settings.ts';
import { ViewsMenu } from '../../../engine/list/ViewsMenu.tsx';
import { DistrictPick } from '../DistrictPick.tsx';
import { useWords } from '../../../lib/useWords.ts';
import { columnsOf } from './columns.tsx';
import { Complete, shareText } from '../reports/quality.tsx';
import { ProjectCards } from './ProjectCards.tsx';
import { ProjectMap } from './ProjectMap.tsx';
import './operation.css';

const SCREEN = 'operationContent.operationList';
const PAGE_SIZE = 20;
/** A map shows all that matches. */
const MAP_SIZE = 500;
const TABLE = '表格';
const CARDS = '卡片';
const MAP = '地图';
type List = OutputOf<typeof projectListByModel>;
type InputState = (typeof INPUT_STATES)[number];

const isInputState = (text: string | undefined): text is InputState =>
  (INPUT_STATES as readonly (string | undefined)[]).includes(text);

/** 运营中, as the filter has it. */
const OPERATING = '1';

/** Counts of all that may be seen; those of a state of entry filter by it. */
const Cards = ({
  cards,
  chosen,
  running,
  warned,
  onPick,
  onRunning,
  onWarned,
}: {
  readonly cards: NonNullable<List['Cards']>;
  readonly chosen: InputState | undefined;
  /** Only projects that run are shown. */
  readonly running: boolean;
  readonly onPick: (state: InputState | null) => void;
  readonly onRunning: () => void;
  /** Only projects with alarms are shown. */
  readonly warned: boolean;
  readonly onWarned: () => void;
}): ReactElement => {
  const states: readonly (readonly [string, number, InputState])[] = [
    ['今日已录完', cards.Done, '完成'],
    ['今日未录', cards.Missing, '未录'],
    ['有异常读数', cards.Abnormal, '有异常'],
  ];
  return (
    <div className="operation-cards" role="group" aria-label="计数">
      <button type="button" className="surface" aria-pressed={running} onClick={onRunning}>
        <span>在运项目</span>
        <strong>{cards.Running}</strong>
      </button>
      {states.map(([label, count, state]) => (
        <button
          key={state}
          type="button"
          className="surface"
          aria-pressed={chosen === state}
          onClick={() => onPick(chosen === state ? null : state)}
        >
          <span>{label}</span>
          <strong>{count}</strong>
        </button>
      ))}
      <button type="button" className="surface" aria-pressed={warned} onClick={onWarned}>
        <span>未处理报警</span>
        <strong>{cards.Warn}</strong>
      </button>
      {cards.Cost === null ? null : (
        <div className="surface">
          <span>昨日能源费（元）</span>
          <strong>{formatMoney(cards.Cost)}</strong>
          <small>
            {cards.CostOf} 个项目可计，完整率 <Complete value={cards.CostComplete} />
            ，估算 {shareText(cards.CostEstimated)}
          </small>
        </div>
      )}
    </div>
  );
};

const Several = ({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: readonly string[];
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: readonly string[]) => void;
}): ReactElement => (
  <Select<string[]>
    mode="multiple"
    showSearch={{ optionFilterProp: 'label' }}
    allowClear
    className="filter"
    maxTagCount="responsive"
    placeholder={label}
    aria-label={label}
    value={[...value]}
    options={options.map((one) => ({ ...one }))}
    onChange={onChange}
  />
);

const list = (text: string | undefined): readonly string[] => (text === undefined ? [] : text.split(','));

/** How long after the last news the list is asked again: a sheet of forty readings is told once, several sheets come together. */
const SETTLE_MS = 2_000;

/** Somebody entered something of a project that is shown: what is shown of it may be old. */
const useNews = (projects: readonly string[], onNews: () => void): void => {
  const told = useEffectEvent(onNews);
  const topics = projects.map((code) => `entry:${code}`).join(',');
  useEffect(() => {
    if (topics === '') return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => told(), SETTLE_MS);
    };
    void listen(topics.split(','), controller.signal, soon, soon);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [topics]);
};

const FILTERS = ['Keyword', 'area', 'district', 'state', 'chargeModel', 'mainEnergy', 'inputState', 'warned'] as const;

/** 运营项目列表: which projects run, who has entered today, what was used yesterday, what is out of the ordinary. */
const OperationListPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const { settings, save } = useListSettings('operationList');
  const index = Number(filters['PageIndex'] ?? '1') || 1;
  const inputState = isInputState(filters['inputState']) ? filters['inputState'] : undefined;
  const states = filters['state'] === undefined ? DEFAULT_PROJECT_STATES.map(String) : list(filters['state']);
  const warned = filters['warned'] === '1';
  const map = filters['view'] === MAP;
  const ask: InputOf<typeof projectListByModel> = {
    Figures: true,
    PageIndex: map ? 1 : index,
    PageSize: map ? MAP_SIZE : PAGE_SIZE,
    G_ProjectState: states.map(Number),
    ...(filters['Keyword'] === undefined ? {} : { Keyword: filters['Keyword'] }),
    ...(filters['area'] === undefined ? {} : { AreaId: filters['area'] }),
    ...(filters['district'] === undefined ? {} : { DistrictId: filters['district'] }),
    ...(filters['chargeModel'] === undefined ? {} : { ChargeModel: [...list(filters['chargeModel'])] }),
    ...(filters['mainEnergy'] === undefined ? {} : { MainEnergy: [...list(filters['mainEnergy'])] }),
    ...(inputState === undefined ? {} : { InputState: inputState }),
    ...(warned ? { HasWarn: true } : {}),
  };
  const projects = useQuery({
    queryKey: ['operationList', ask],
    queryFn: ({ signal }) => callApi(projectListByModel, ask, { signal }),
    placeholderData: keepPreviousData,
    // News come by events; this is for what nobody tells, such as days that are worked out anew.
    refetchInterval: 60_000,
  });
  useNews(projects.data?.rows.map(({ ProjectCode }) => ProjectCode) ?? [], () => void projects.refetch());
  const depts = useQuery({
    queryKey: ['dept', false],
    queryFn: ({ signal }) => callApi(deptIndex, { all: false }, { signal }),
    staleTime: 60_000,
  });
  const charge = useWords('ChargeModel');
  const energy = useWords('MainEnergy');
  const words = (of: typeof charge) => (of.data ?? []).map(({ Value, Text }) => ({ value: Value, label: Text }));
  const filtered = FILTERS.some((key) => filters[key] !== undefined);
  const { data } = projects;
  const all = columnsOf(data?.Yesterday ?? '');
  const columns =
    data?.Cards === undefined ||
    data.rows.every(({ CostNote, YesterdayCost }) => CostNote == null && YesterdayCost == null)
      ? all.filter(({ key }) => key !== 'cost')
      : all;
  const money = columns.some(({ key }) => key === 'cost');
  // The breadcrumb ends with the first value of the address: it is a word.
  const cards = filters['view'] === CARDS;
  // The project and what may be done with it stay; the rest is chosen and put in order by each person.
  const free = columns.filter(({ main, acts }) => main !== true && acts !== true);
  const choices = arrange(
    free.map(({ key }) => key),
    settings.columns,
  );
  const shown = [
    ...columns.filter(({ main }) => main === true),
    ...choices.flatMap((choice) => (choice.shown ? free.filter(({ key }) => key === choice.key) : [])),
    ...columns.filter(({ acts }) => acts === true),
  ];
  const paging = {
    index,
    size: PAGE_SIZE,
    total: data?.total ?? 0,
    onChange: (next: number) => setFilters({ PageIndex: String(next) }),
  };
  return (
    <>
      <PageHeader
        title="运营项目列表"
        note={
          data?.AsOf === undefined
            ? '项目的录入进度、昨日用量与数据质量'
            : `昨日 ${data.Yesterday ?? ''}，数据截至 ${formatDateTime(data.AsOf)}`
        }
        actions={
          can(SCREEN, 'export') ? (
            <Button
              onClick={() =>
                void download('POST', expFile.path, { Kind: 'operationList', ...ask }, { name: '运营项目列表.xlsx' })
              }
            >
              导出
            </Button>
          ) : null
        }
      />
      {data?.Cards === undefined ? null : (
        <Cards
          cards={data.Cards}
          chosen={inputState}
          running={filters['state'] === OPERATING}
          warned={warned}
          onWarned={() => setFilters({ warned: warned ? null : '1' })}
          onPick={(state) => setFilters({ inputState: state })}
          onRunning={() =>
            setFilters(filters['state'] === OPERATING ? { state: null } : { state: OPERATING, inputState: null })
          }
        />
      )}
      <search className="filter-bar surface">
        <SearchFilter
          label="项目名称/编号"
          className="filter-wide"
          value={filters['Keyword']}
          onSearch={(text) => setFilters({ Keyword: text })}
        />
        <ChoiceFilter
          label="区域"
          loading={depts.isPending}
          value={filters['area']}
          options={(depts.data ?? [])
            .filter((dept) => isArea(dept.T_OutSideDeptId))
            .map((dept) => ({ value: dept.T_OutSideDeptId, label: dept.T_OutSideDeptName }))}
          onChange={(area) => setFilters({ area })}
        />
        <DistrictPick value={filters['district']} onChange={(district) => setFilters({ district })} />
        <Several
          label="项目状态"
          value={states}
          options={PROJECT_STATES.map((label, value) => ({ value: String(value), label }))}
          onChange={(value) => setFilters({ state: value.join(',') })}
        />
        <Several
          label="收费模式"
          value={list(filters['chargeModel'])}
          options={words(charge)}
          onChange={(value) => setFilters({ chargeModel: value.join(',') })}
        />
        <Several
          label="主能源"
          value={list(filters['mainEnergy'])}
          options={[...words(energy), { value: '多能源', label: '多能源' }]}
          onChange={(value) => setFilters({ mainEnergy: value.join(',') })}
        />
        <ChoiceFilter
          label="今日录入"
          value={inputState}
          options={INPUT_STATES}
          onChange={(state) => setFilters({ inputState: state })}
        />
      </search>
      {projects.error ? (
        <ErrorRetry error={projects.error} onRetry={() => void projects.refetch()} />
      ) : data === undefined ? (
        <SkeletonDelay rows={10} />
      ) : data.rows.length === 0 ? (
        <section className="surface">
          {filtered ? (
            <EmptyHint
              text="没有符合条件的项目"
              action={
                <Button onClick={() => setFilters(Object.fromEntries(FILTERS.map((key) => [key, null])))}>
                  清空筛选
                </Button>
              }
            />
          ) : (
            <EmptyHint text="您还没有可查看的项目，请联系区域经理开通" />
          )}
        </section>
      ) : (
        <>
          <div className="project-views">
            <Segmented
              aria-label="显示方式"
              value={map ? MAP : cards ? CARDS : TABLE}
              options={[TABLE, CARDS, MAP]}
              onChange={(view) => setFilters({ view: view === TABLE ? null : view, PageIndex: String(index) })}
            />
            <ViewsMenu
              plain
              columns={free.map(({ key, head: label }) => ({ key, label, of: null }))}
              choices={choices}
              settings={settings}
              filters={filters}
              onSave={save}
              onFilters={setFilters}
            />
          </div>
          {map ? (
            <ProjectMap rows={data.rows} total={data.total} money={money} />
          ) : cards ? (
            <ProjectCards rows={data.rows} money={money} paging={paging} />
          ) : (
            <CardTable
              label="运营项目"
              columns={shown}
              rows={data.rows}
              rowKey={(row) => row.ProjectCode}
              paging={paging}
            />
          )}
        </>
      )}
    </>
  );
};

export default OperationListPage;
