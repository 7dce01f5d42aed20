package pitwall.database;

import javax.sql.DataSource;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.SqlSessionFactoryBean;

/** What MyBatis needs for either database. */
final class Sessions {
  private Sessions() {}

  static SqlSessionFactory of(DataSource source) throws Exception {
    SqlSessionFactoryBean factory = new SqlSessionFactoryBean();
    factory.setDataSource(source);
    factory.setTypeHandlers(new UtcInstantHandler());
    return factory.getObject();
  }
}
