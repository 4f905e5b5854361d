/** A picture for each area of the business, in the menu and where something of it is started; administrators may choose another for the menu's. */
import AccountBookOutlined from '@ant-design/icons/es/icons/AccountBookOutlined';
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined';
import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined';
import BookOutlined from '@ant-design/icons/es/icons/BookOutlined';
import BuildOutlined from '@ant-design/icons/es/icons/BuildOutlined';
import BulbOutlined from '@ant-design/icons/es/icons/BulbOutlined';
import CalculatorOutlined from '@ant-design/icons/es/icons/CalculatorOutlined';
import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined';
import ContainerOutlined from '@ant-design/icons/es/icons/ContainerOutlined';
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined';
import ExperimentOutlined from '@ant-design/icons/es/icons/ExperimentOutlined';
import FileDoneOutlined from '@ant-design/icons/es/icons/FileDoneOutlined';
import FileProtectOutlined from '@ant-design/icons/es/icons/FileProtectOutlined';
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined';
import FundOutlined from '@ant-design/icons/es/icons/FundOutlined';
import HddOutlined from '@ant-design/icons/es/icons/HddOutlined';
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined';
import IdcardOutlined from '@ant-design/icons/es/icons/IdcardOutlined';
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined';
import LineChartOutlined from '@ant-design/icons/es/icons/LineChartOutlined';
import MoneyCollectOutlined from '@ant-design/icons/es/icons/MoneyCollectOutlined';
import ProjectOutlined from '@ant-design/icons/es/icons/ProjectOutlined';
import ReadOutlined from '@ant-design/icons/es/icons/ReadOutlined';
import SafetyCertificateOutlined from '@ant-design/icons/es/icons/SafetyCertificateOutlined';
import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined';
import ScanOutlined from '@ant-design/icons/es/icons/ScanOutlined';
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined';
import ShopOutlined from '@ant-design/icons/es/icons/ShopOutlined';
import SmileOutlined from '@ant-design/icons/es/icons/SmileOutlined';
import SnippetsOutlined from '@ant-design/icons/es/icons/SnippetsOutlined';
import SolutionOutlined from '@ant-design/icons/es/icons/SolutionOutlined';
import TagsOutlined from '@ant-design/icons/es/icons/TagsOutlined';
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined';
import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined';
import ToolOutlined from '@ant-design/icons/es/icons/ToolOutlined';
import TrophyOutlined from '@ant-design/icons/es/icons/TrophyOutlined';
import WalletOutlined from '@ant-design/icons/es/icons/WalletOutlined';
import { isMenuIcon, type MenuIcon } from '@hengneng/core';
import type { ReactElement } from 'react';

const PICTURES: Readonly<Record<MenuIcon, ReactElement>> = {
  home: <HomeOutlined />,
  experiment: <ExperimentOutlined />,
  tool: <ToolOutlined />,
  dashboard: <DashboardOutlined />,
  fileDone: <FileDoneOutlined />,
  thunderbolt: <ThunderboltOutlined />,
  accountBook: <AccountBookOutlined />,
  smile: <SmileOutlined />,
  team: <TeamOutlined />,
  project: <ProjectOutlined />,
  shop: <ShopOutlined />,
  build: <BuildOutlined />,
  wallet: <WalletOutlined />,
  solution: <SolutionOutlined />,
  fileProtect: <FileProtectOutlined />,
  tags: <TagsOutlined />,
  trophy: <TrophyOutlined />,
  certificate: <SafetyCertificateOutlined />,
  money: <MoneyCollectOutlined />,
  container: <ContainerOutlined />,
  lineChart: <LineChartOutlined />,
  folder: <FolderOpenOutlined />,
  scan: <ScanOutlined />,
  idCard: <IdcardOutlined />,
  bulb: <BulbOutlined />,
  calendar: <CalendarOutlined />,
  calculator: <CalculatorOutlined />,
  inbox: <InboxOutlined />,
  safety: <SafetyOutlined />,
  machine: <HddOutlined />,
  barChart: <BarChartOutlined />,
  read: <ReadOutlined />,
  fund: <FundOutlined />,
  snippets: <SnippetsOutlined />,
  book: <BookOutlined />,
  setting: <SettingOutlined />,
  apps: <AppstoreOutlined />,
};

const OF_AREA: Readonly<Record<string, MenuIcon>> = {
  main: 'home',
  'formFlow.waterQuality': 'experiment',
  'formFlow.repairMaintenance': 'tool',
  'formFlow.systemManage': 'dashboard',
  'formFlow.assessmentForms': 'fileDone',
  'formFlow.settlementResource': 'thunderbolt',
  'formFlow.payment': 'accountBook',
  'formFlow.customerSatisfaction': 'smile',
  'formFlow.personnelManagement': 'team',
  projectContent: 'project',
  sale: 'shop',
  engineering: 'build',
  chargeManage: 'wallet',
  committeeContent: 'solution',
  contractManage: 'fileProtect',
  costQuotation: 'tags',
  'formFlow.assessIncentives': 'trophy',
  'formFlow.assetsAndCertificate': 'certificate',
  'formFlow.collectionSettlement': 'money',
  'formFlow.composite': 'container',
  'formFlow.energyEfficiency': 'lineChart',
  'formFlow.fileManagement': 'folder',
  'formFlow.inspectionSystem': 'scan',
  'formFlow.laborDispatch': 'idCard',
  'formFlow.otherRepair': 'bulb',
  'formFlow.planSummary': 'calendar',
  'formFlow.profitAccounting': 'calculator',
  'formFlow.resourceManage': 'inbox',
  'formFlow.safetyManagement': 'safety',
  'formFlow.standardRoom': 'machine',
  'formFlow.statisticalAnalysis': 'barChart',
  'formFlow.trainingManagement': 'read',
  operationContent: 'fund',
  researchProjectSummary: 'snippets',
  books: 'book',
  system: 'setting',
};

export const pictureOf = (icon: MenuIcon): ReactElement => PICTURES[icon];

/** Name of the picture of the area that a ShortCode lies in; of any other, the common one's. */
export const areaIconName = (code: string): MenuIcon => {
  const parts = code.split('.');
  return OF_AREA[parts.slice(0, 2).join('.')] ?? OF_AREA[parts[0] ?? ''] ?? 'apps';
};

/** @param chosen what administrators gave it instead */
export const areaIcon = (code: string, chosen?: string): ReactElement =>
  PICTURES[isMenuIcon(chosen) ? chosen : areaIconName(code)];
