const RolesPage = () => null;
export default RolesPage;
