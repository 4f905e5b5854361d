const DeptsPage = () => null;
export default DeptsPage;
