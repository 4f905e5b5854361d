/** The menu as the program has it: one entry a screen, headings above them. Pure; `prepare.ts` writes it to the database. */
import { lazy, MODULES, SCREENS, type Screen, shortCodeOf } from '@hengneng/core';
import { BUILT_PAGES } from '@hengneng/contracts';
import { FORMS } from '@hengneng/forms';
import type { Session } from '../../platform/context.ts';
import { pinyinOf } from './pinyin.ts';
import { GROUP_NAMES, moduleGroupName, TOP_ORDER } from './groups.ts';

export interface MenuDefinition {
  readonly shortCode: string;
  readonly path: string;
  readonly name: string;
  readonly list: 'menuList' | 'functionList';
  readonly parent: string | null;
  readonly sort: number;
  readonly buttons: readonly number[];
  readonly secondSet: boolean;
  readonly hidden: boolean;
  readonly module: string | null;
  /** Area of modules that a book's page belongs to. */
  readonly area: string | null;
  readonly kind: Screen['kind'] | 'group';
}

const LIST_BUTTONS = [0, 1, 2, 3, 4, 5, 7, 11, 12];
const FORM_BUTTONS = [0, 1, 2, 3, 6, 7];
const TASK_BUTTONS = [2, 3, 5];

/** Buttons of pages that are no form's; the others have search and export. */
const PAGE_BUTTONS: Readonly<Record<string, readonly number[]>> = {
  '/main': [2, 3],
  '/system/users': [0, 2, 3, 4, 5, 12],
  '/system/roles': [0, 1, 2, 3, 5, 8, 9, 11],
  '/system/depts': [0, 1, 2, 3, 5],
  '/system/menus': [2, 3, 5],
  '/system/dictionaries': [0, 1, 2, 3, 4, 5],
  '/system/audit': [2, 3, 5],
  '/system/workflows': [2, 3, 5],
  '/system/delegations': [0, 2, 3, 5],
  '/system/calendar': [2, 3],
  '/system/stuck': [2, 3],
  '/system/jobs': [2, 3, 5],
  '/system/messages': [0, 2, 3, 5],
  '/system/health': [2, 3, 7],
  '/formFlow/payment/expenseReimbursement/expenseReimbursementImport': [1, 3, 4, 5, 7],
  '/formFlow/payment/expenseReimbursement/appropriationImport': [1, 3, 4, 5, 7],
  '/formFlow/payment/expenseReimbursement/balanceList': [0, 2, 3, 5],
  '/formFlow/collectionSettlement/paymentReceived/paymentReceivedImport': [1, 3, 4, 5, 7],
  '/configurableQuestionnaireList': [0, 2, 3, 5, 10],
  '/formFlow/collectionSettlement/paymentStatisticsTotal': [2, 3, 5],
  '/formFlow/otherRepair/lightStatistics/lightAllowance': [0, 2, 3, 5],
  '/formFlow/waterQuality/waterChemicalsApplication/pharmaceuticalSupplierManage': [0, 2, 3, 5],
  '/formFlow/repairMaintenance/qualityExceptionFeedback/maintenanceCostInputList': [0, 2, 3, 5],
  '/formFlow/statisticalAnalysis/incomeExpenseAnalysis': [2, 3, 5],
  '/formFlow/statisticalAnalysis/businessAnalysis': [2, 3, 5],
  '/formFlow/statisticalAnalysis/costAnalysis': [2, 3, 5],
  '/formFlow/statisticalAnalysis/trainingReport': [2, 3, 5],
  '/formFlow/statisticalAnalysis/satisfactionAnalysis': [2, 3, 5],
  '/sale/saleStatistics/EMCProjectBidSummaryStatistics': [2, 3, 5],
  '/chargeManage/chargeBill': [0, 1, 2, 3, 4, 5, 7],
  '/chargeManage/chargeBillAudit': [2, 3, 5, 7],
  '/chargeManage/chargeCashier': [0, 1, 2, 3, 5, 7],
  '/chargeManage/chargeIncome': [2, 3, 4, 5],
  '/operationContent/DataInput/newDataInput': [0, 2, 3, 5, 6],
  '/operationContent/DataInput/dataEdit': [2, 3, 5],
  '/operationContent/DataInput/dayReportEdit': [2, 3],
  '/operationContent/DataInput/dataReplenish': [0, 3, 5],
  '/operationContent/DataInput/allNewDataInput': [0, 3, 5, 6],
  '/operationContent/DataInput/oldDataInput': [1, 3, 4, 5, 7],
  '/operationContent/DataInput/projectInputCount': [2, 3, 5],
  '/operationContent/setting/operationalSet': [2, 3, 12],
  '/operationContent/setting/deviationSetting': [2, 3, 5],
  '/operationContent/setting/energyPriceSet': [0, 1, 2, 3, 5, 6, 7],
  '/operationContent/setting/operationalSetWorkOvertime': [0, 1, 2, 3, 5],
  '/operationContent/energyPriceSet': [0, 3, 5],
  '/operationContent/setting/userPayAccount': [0, 1, 2, 3, 5],
  '/operationContent/setting/userReceivedAccount': [0, 1, 2, 3, 5],
  '/operationContent/setting/energyPayeeAccount': [0, 1, 2, 3, 5],
  '/operationContent/setting/energyCoefficient': [2, 3, 5],
  '/operationContent/stateMents/dayStateMents': [2, 3, 5],
  '/operationContent/stateMents/projectDataReport': [3, 5],
  '/operationContent/stateMents/dayStateMentsNew': [3, 5],
  '/operationContent/stateMents/monthStateMents': [0, 2, 3, 5],
  '/operationContent/stateMents/energyConsumptionYOY': [2, 3, 5],
  '/operationContent/DataInputIn': [0, 2, 3, 5],
  '/chargeManage/chargeNotice': [0, 2, 3, 5, 7],
  '/chargeManage/chargeFee': [0, 1, 2, 3, 5, 7],
  '/chargeManage/chargeRoom': [0, 1, 2, 3, 4, 5, 7],
  '/chargeManage/chargeCommunity': [0, 1, 2, 3, 5, 11],
  '/operationContent/accountStateMents': [2, 3, 5],
  '/operationContent/dayStateMentsIn': [3, 5],
  '/operationContent/stateMents/yearStateMents': [3, 5],
  '/operationContent/stateMents/energyConsumptionYOYKe': [2, 3, 5],
  '/operationContent/stateMents/totalAnalysisReport': [2, 3, 5],
  '/operationContent/stateMents/energyConsumptionYOYArea': [3, 5],
  '/operationContent/energyConsume/energyAnalysis': [0, 3, 5],
  '/operationContent/stateMents/varyStateMents': [2, 3, 5],
  '/operationContent/energyConsume/comparedSelf': [0, 2, 3, 5],
  '/operationContent/energyConsume/totalAnalysis': [3, 5],
  '/operationContent/operationProjectManage': [0, 2, 3, 5, 10, 11],
  '/operationContent/deviceManage/baseInformation': [0, 1, 2, 3, 4, 5],
  '/operationContent/deviceManage/projectDeviceSet': [0, 1, 2, 3, 5, 6, 7],
  '/operationContent/setting/magnification': [2, 3, 5],
  '/operationContent/setting/setDeviceName': [2, 3, 4, 5],
  '/operationContent/handleRecord/deviceReplaceRecord': [0, 1, 2, 3, 5],
  '/projectContent/contractContent/EMCContract': [0, 1, 2, 3, 4, 5],
  '/projectContent/contractContent/importContractSetList': [2, 3, 5],
  '/projectContent/contractContent/contractInfo': [0, 3, 5, 6, 7],
  '/projectContent/contractContent/buyerContract': [0, 3, 5],
  '/committeeContent/committeeList': [0, 2, 3, 5, 7],
  '/committeeContent/committeeTable': [0, 2, 3, 5],
  '/committeeContent/planTable': [0, 2, 3, 5],
  '/costQuotation/unitEngineeringPrice': [0, 1, 3, 4, 5],
  '/researchProjectSummary': [0, 2, 3, 5],
  '/committeeContent/consultantTable': [0, 2, 3, 5, 7],
  '/projectContent/consultStatistics/broadCityGroup': [2, 3, 5],
  '/projectContent/handOver/index': [0, 2, 3, 5],
  '/projectContent/handOver/handOverList': [2, 3, 5, 7],
  '/formFlow/trainingManagement/trainingLearn/learningDatabase': [2, 3, 5, 6, 11],
  '/formFlow/inspectionSystem/pointSet': [0, 1, 2, 3, 4, 5, 7, 12],
  '/formFlow/inspectionSystem/inspectionAnalysis': [2, 3, 5],
  '/formFlow/inspectionSystem/inspectionAnalysisArea': [0, 3, 5],
};

/** Monitoring pages read their codes by the second set of names. */
const isSecondSet = (screen: Screen): boolean => screen.path.startsWith('/monitorManage/');

const buttonsOf = (screen: Screen): readonly number[] => {
  if (isSecondSet(screen)) return [0, 1, 2, 3, 4, 5];
  switch (screen.kind) {
    case 'list':
    case 'areaList':
    case 'regionList':
    case 'limitList':
      return LIST_BUTTONS;
    case 'form':
      return FORM_BUTTONS;
    case 'task':
      return TASK_BUTTONS;
    default:
      return PAGE_BUTTONS[screen.path] ?? [3, 5];
  }
};

/** Opened from a record, on a phone or in a window of their own: granted like a page, but no entry of the web menu. */
const isFunction = (screen: Screen): boolean =>
  screen.managed === undefined && (screen.kind === 'form' || screen.layout !== 'home' || screen.hidden === true);

/** Screens that somebody has to hold: all but what anybody may open and nobody manages. */
export const isHeld = (screen: Screen): boolean =>
  (!screen.public || screen.managed !== undefined) && screen.kind !== 'redirect';

/** What the form engine draws from a definition; other pages of a module are built one by one. */
const ENGINE_KINDS: ReadonlySet<MenuDefinition['kind']> = new Set([
  'list',
  'task',
  'form',
  'areaList',
  'regionList',
  'limitList',
]);

/** Whether this version has the screen: a page that is built, or a screen of a module that has a definition. */
export const isBuilt = (screen: {
  readonly path: string;
  readonly module?: string | null;
  readonly kind: MenuDefinition['kind'];
}): boolean =>
  BUILT_PAGES.includes(screen.path) ||
  (ENGINE_KINDS.has(screen.kind) && screen.module != null && screen.module in FORMS);

/** Headings above a code, outermost first. `formFlow` itself is no heading: its areas stand at the top. */
const headingsOf = (code: string): string[] => {
  const parts = code.split('.');
  return parts
    .slice(0, -1)
    .map((_, index) => parts.slice(0, index + 1).join('.'))
    .filter((prefix) => prefix !== 'formFlow');
};

const headingName = (code: string, below: readonly Screen[]): string => {
  const named = GROUP_NAMES[code];
  if (named !== undefined) return named;
  const [first] = below;
  if (first?.area !== undefined) return moduleGroupName(first.area);
  const modules = new Set(below.map((screen) => screen.module ?? ''));
  const only = [...modules][0] ?? '';
  if (modules.size === 1 && only in MODULES) return MODULES[only as keyof typeof MODULES].title;
  return first?.title ?? code;
};

const rank = (code: string): number => {
  const top = code.startsWith('formFlow.') ? code.split('.').slice(0, 2).join('.') : (code.split('.')[0] ?? code);
  const at = TOP_ORDER.indexOf(top);
  return at >= 0 ? at : top === 'system' ? 999 : 500;
};

const make = (): readonly MenuDefinition[] => {
  const screens = SCREENS.filter(isHeld);
  const codes = new Set(screens.map((screen) => shortCodeOf(screen.path)));
  const below = new Map<string, Screen[]>();
  for (const screen of screens) {
    if (isFunction(screen)) continue;
    for (const heading of headingsOf(shortCodeOf(screen.path)))
      if (!codes.has(heading)) below.set(heading, [...(below.get(heading) ?? []), screen]);
  }
  const parentOf = (code: string): string | null => headingsOf(code).findLast((heading) => below.has(heading)) ?? null;
  const groups = [...below].map(
    ([code, members]): MenuDefinition => ({
      shortCode: code,
      path: `/${code.replaceAll('.', '/')}`,
      name: headingName(code, members),
      list: 'menuList',
      parent: parentOf(code),
      sort: rank(code) * 1000 + SCREENS.indexOf(members[0] ?? (SCREENS[0] as Screen)),
      buttons: [],
      secondSet: false,
      hidden: false,
      module: null,
      area: null,
      kind: 'group',
    }),
  );
  const leaves = screens.map((screen): MenuDefinition => {
    const code = shortCodeOf(screen.path);
    return {
      shortCode: code,
      path: screen.path,
      name: screen.managed?.title ?? screen.title,
      list: isFunction(screen) ? 'functionList' : 'menuList',
      parent: isFunction(screen) ? null : (screen.managed?.under ?? parentOf(code)),
      sort: rank(screen.managed?.under ?? code) * 1000 + SCREENS.indexOf(screen),
      buttons: buttonsOf(screen),
      secondSet: isSecondSet(screen),
      hidden: screen.hidden === true,
      module: screen.module ?? null,
      area: screen.area ?? null,
      kind: screen.kind,
    };
  });
  return [...groups, ...leaves];
};

/** Every entry and heading, whether built or not. */
export const MENUS: readonly MenuDefinition[] = make();

const byCode = new Map(MENUS.map((menu) => [menu.shortCode, menu]));

export const menuOf = (shortCode: string): MenuDefinition | undefined => byCode.get(shortCode);

/** Entries that this version can open, headings not among them. */
export const BUILT_MENUS: readonly MenuDefinition[] = MENUS.filter((menu) => menu.kind !== 'group' && isBuilt(menu));

/** Screens that a person may open in this version, with what a search over them reads. */
export const openableMenus = (session: Session): readonly (MenuDefinition & { readonly searchText: string })[] =>
  BUILT_MENUS.filter((menu) => session.permissions.buttons.has(menu.shortCode)).map((menu) => ({
    ...menu,
    searchText: (searchTexts().get(menu.shortCode) ?? '').toLowerCase(),
  }));

/** Hundreds of names in letters: made when somebody first asks, no start need wait for them. */
const searchTexts = lazy(
  () => new Map(BUILT_MENUS.map((menu) => [menu.shortCode, `${menu.name} ${pinyinOf(menu.name)} ${menu.path}`])),
);
