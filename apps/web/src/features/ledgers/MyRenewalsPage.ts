export { MyRenewalsPage as default } from './RenewalsPages.tsx';
