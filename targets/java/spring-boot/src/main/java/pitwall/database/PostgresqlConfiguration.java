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
import pitwall.menus.MenuMapper;

@Configuration
@ConditionalOnProperty("PGHOST")
@MapperScan(basePackageClasses = MenuMapper.class, sqlSessionFactoryRef = "postgresqlSessions")
public class PostgresqlConfiguration {
  @Bean
  @ConfigurationProperties("postgresql")
  DataSourceProperties postgresqlProperties() {
    return new DataSourceProperties();
  }

  @Bean
  @ConfigurationProperties("postgresql.pool")
  HikariDataSource postgresql(@Qualifier("postgresqlProperties") DataSourceProperties properties) {
    return properties.initializeDataSourceBuilder().type(HikariDataSource.class).build();
  }

  @Bean
  SqlSessionFactory postgresqlSessions(@Qualifier("postgresql") DataSource source) throws Exception {
    return Sessions.of(source);
  }
}
