/** A picture for each area of the business, in the menu and where something of it is started. */
import AccountBookOutlined from '@ant-design/icons/es/icons/AccountBookOutlined';
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined';
import BookOutlined from '@ant-design/icons/es/icons/BookOutlined';
import BuildOutlined from '@ant-design/icons/es/icons/BuildOutlined';
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined';
import ExperimentOutlined from '@ant-design/icons/es/icons/ExperimentOutlined';
import FileDoneOutlined from '@ant-design/icons/es/icons/FileDoneOutlined';
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined';
import ProjectOutlined from '@ant-design/icons/es/icons/ProjectOutlined';
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined';
import ShopOutlined from '@ant-design/icons/es/icons/ShopOutlined';
import SmileOutlined from '@ant-design/icons/es/icons/SmileOutlined';
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined';
import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined';
import ToolOutlined from '@ant-design/icons/es/icons/ToolOutlined';
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
  books: <BookOutlined />,
  system: <SettingOutlined />,
};
const COMMON = <AppstoreOutlined />;

/** Picture of the area that a ShortCode lies in; of any other, a common one. */
export const areaIcon = (code: string): ReactElement => {
  const parts = code.split('.');
  return ICONS[parts.slice(0, 2).join('.')] ?? ICONS[parts[0] ?? ''] ?? COMMON;
};
