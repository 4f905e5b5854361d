const AuditPage = () => null;
export default AuditPage;
