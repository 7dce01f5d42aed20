package pitwall.database;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import pitwall.accounts.AccountMapper;

@Configuration
@ConditionalOnProperty("MYSQL_HOST")
@MapperScan(basePackageClasses = AccountMapper.class, sqlSessionFactoryRef = "mysqlSessions")
public class MysqlConfiguration {
  @Bean
  @ConfigurationProperties("mysql")
  DataSourceProperties mysqlProperties() {
    return new DataSourceProperties();
  }

  @Bean
  @ConfigurationProperties("mysql.pool")
  HikariDataSource mysql(@Qualifier("mysqlProperties") DataSourceProperties properties) {
    return properties.initializeDataSourceBuilder().type(HikariDataSource.class).build();
  }

  @Bean
  SqlSessionFactory mysqlSessions(@Qualifier("mysql") DataSource source) throws Exception {
    return Sessions.of(source);
  }
}
