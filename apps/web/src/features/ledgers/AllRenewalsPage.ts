export { AllRenewalsPage as default } from './RenewalsPages.tsx';
