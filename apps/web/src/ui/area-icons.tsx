/** A picture for each area of the business, in the menu and where something of it is started. */
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
import type { ReactElement } from 'react';

const ICONS: Readonly<Record<string, ReactElement>> = {
  main: <HomeOutlined />,
  'formFlow.waterQuality': <ExperimentOutlined />,
  'formFlow.repairMaintenance': <ToolOutlined />,
  'formFlow.systemManage': <DashboardOutlined />,
  'formFlow.assessmentForms': <FileDoneOutlined />,
  'formFlow.settlementResource': <ThunderboltOutlined />,
  'formFlow.payment': <AccountBookOutlined />,
  'formFlow.customerSatisfaction': <SmileOutlined />,
  'formFlow.personnelManagement': <TeamOutlined />,
  projectContent: <ProjectOutlined />,
  sale: <ShopOutlined />,
  engineering: <BuildOutlined />,
  chargeManage: <WalletOutlined />,
  committeeContent: <SolutionOutlined />,
  contractManage: <FileProtectOutlined />,
  costQuotation: <TagsOutlined />,
  'formFlow.assessIncentives': <TrophyOutlined />,
  'formFlow.assetsAndCertificate': <SafetyCertificateOutlined />,
  'formFlow.collectionSettlement': <MoneyCollectOutlined />,
  'formFlow.composite': <ContainerOutlined />,
  'formFlow.energyEfficiency': <LineChartOutlined />,
  'formFlow.fileManagement': <FolderOpenOutlined />,
  'formFlow.inspectionSystem': <ScanOutlined />,
  'formFlow.laborDispatch': <IdcardOutlined />,
  'formFlow.otherRepair': <BulbOutlined />,
  'formFlow.planSummary': <CalendarOutlined />,
  'formFlow.profitAccounting': <CalculatorOutlined />,
  'formFlow.resourceManage': <InboxOutlined />,
  'formFlow.safetyManagement': <SafetyOutlined />,
  'formFlow.standardRoom': <HddOutlined />,
  'formFlow.statisticalAnalysis': <BarChartOutlined />,
  'formFlow.trainingManagement': <ReadOutlined />,
  operationContent: <FundOutlined />,
  researchProjectSummary: <SnippetsOutlined />,
  books: <BookOutlined />,
  system: <SettingOutlined />,
};
const COMMON = <AppstoreOutlined />;

/** Picture of the area that a ShortCode lies in; of any other, a common one. */
export const areaIcon = (code: string): ReactElement => {
  const parts = code.split('.');
  return ICONS[parts.slice(0, 2).join('.')] ?? ICONS[parts[0] ?? ''] ?? COMMON;
};
